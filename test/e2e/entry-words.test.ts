import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
/** Below the folder whose packages are those of this workspace, so that imports are found. */
const folder = join(import.meta.dirname, `entry-words-${process.pid}`)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The entry that reads the words of each table, as an app in English imports it. */
const entries = {
  artifacts: 'artifacts/react',
  redact: 'devtools/redact',
  inspector: 'devtools/react',
  apps: 'mcp/apps',
  shell: 'shell',
  conversation: 'shell',
  tokens: 'shell',
  threads: 'threads/ui',
}

test('an app in English can type the words of each package, with its entry alone', () => {
  const sources = readdirSync(join(root, 'packages'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /^[\w-]+[\\/]src[\\/].*english[\w-]*\.ts$/.test(path))
    .map((path) => readFileSync(join(root, 'packages', path), 'utf8'))
  const tables = sources.flatMap((text) =>
    [...text.matchAll(/interface EntryStrings \{\s*(\w+):/g)].map(([, name]) => name!),
  )
  expect(tables.toSorted()).toEqual(Object.keys(entries).toSorted())

  mkdirSync(folder)
  const compilerOptions = {
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  }
  const said = Object.entries(entries).map(([table, entry]) => {
    const code = `import * as entry from '@antiphon/${entry}'
import type { StringsProvider } from '@antiphon/ui'
import type { ComponentProps } from 'react'
void entry
type Given = NonNullable<ComponentProps<typeof StringsProvider>['strings']>
export const words: Given['${table}'] = {}
// @ts-expect-error No table has this word.
export const wrong: Given['${table}'] = { noSuchWord: 'x' }
`
    writeFileSync(join(folder, `${table}.ts`), code)
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [`${table}.ts`] }))
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    return spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' }).stdout
  })
  expect(said.join('')).toBe('')
})
