import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
/** Below the folder whose packages are those of this workspace, so that imports are found. */
const folder = join(import.meta.dirname, `entry-words-${process.pid}`)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The entry that reads the words of each table, as an app in English imports it. */
const entries = {
  artifacts: 'artifacts/react',
  redact: 'devtools/react',
  inspector: 'devtools/react',
  apps: 'mcp/apps',
  shell: 'shell',
  conversation: 'shell',
  tokens: 'shell',
  threads: 'threads/ui',
}

/** The files of this name in a folder of each package. */
function textsIn(part: 'src' | 'dist', name: RegExp) {
  const folders = readdirSync(join(root, 'packages')).map((one) => join(root, 'packages', one, part))
  return folders.filter(existsSync).flatMap((place) =>
    readdirSync(place, { recursive: true, encoding: 'utf8' })
      .filter((path) => name.test(path))
      .map((path) => ({ path: join(place, path), text: readFileSync(join(place, path), 'utf8') })),
  )
}

test('an app in English can type the words of each package by its entry', () => {
  const tables = textsIn('src', /english[\w-]*\.ts$/).flatMap(({ text }) =>
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
  const files = Object.entries(entries).map(([table, entry]) => {
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
    return `${table}.ts`
  })
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  expect(spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' }).stdout).toBe('')
})

test('declarations that add to another module import it: TypeScript does not read a module because of an addition alone', () => {
  const adding = textsIn('dist', /\.d\.ts$/).flatMap(({ path, text }) => {
    const [, module] = /^declare module ['"]([^'"]+)/m.exec(text) ?? []
    return module ? [{ path, isImported: text.includes(`import '${module}';`) }] : []
  })
  expect(adding.length).toBeGreaterThan(7)
  expect(adding.filter(({ isImported }) => !isImported)).toEqual([])
})
