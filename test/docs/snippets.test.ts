import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setup as buildPackages } from '../support/build-packages.js'
import { valueSnippets } from './option-literals.js'
import { pages, root, snippetsOf } from './pages.js'

/** Below the folder whose packages are those of this workspace, so that imports are found. */
const folder = join(import.meta.dirname, `snippets-${process.pid}`)
beforeAll(buildPackages)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function compile(): Promise<string> {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  return new Promise((resolve) => {
    execFile(process.execPath, [tsc, '-p', folder], { maxBuffer: 64 * 1024 * 1024 }, (_, out, err) =>
      resolve(out + err),
    )
  })
}

it('every piece of code in the docs compiles as it stands, and options take the values that their tables quote', async () => {
  const snippets = pages.flatMap(snippetsOf).filter(({ language }) => /^[jt]sx?$/.test(language))
  // Apps of other kits: test/e2e/coming-from.hunt.test.ts compiles them against their packages.
  const ours = snippets.filter(({ quotes }) => !quotes?.startsWith('examples/coming-from/before/'))
  const [quoted, own] = [ours.filter(({ quotes }) => quotes), ours.filter(({ quotes }) => !quotes)]
  expect(own.length).toBeGreaterThan(30)

  mkdirSync(folder)
  const values = valueSnippets()
  expect(values.length).toBeGreaterThan(5)
  const files = new Map([...own, ...values].map((snippet, i) => [`${i}.${snippet.language}`, snippet]))
  // Each is a module of its own, also one without an import.
  for (const [name, { code }] of files) writeFileSync(join(folder, name), `${code}export {}\n`)
  // A file that is quoted imports its neighbours. It is compiled in a copy of their folder.
  const sources = new Set(quoted.map(({ quotes }) => quotes!.replace(/\/[^/]+$/, '')))
  for (const source of sources) cpSync(join(root, source), join(folder, source), { recursive: true })
  const tsconfig = {
    extends: '../../../tsconfig.base.json',
    compilerOptions: {
      noEmit: true,
      // The packages as their users get them: with their sources the compiler would check all of those too.
      customConditions: [],
      lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable', 'esnext.disposable'],
      types: ['node', 'vite/client'],
      module: 'preserve',
      moduleResolution: 'bundler',
    },
    include: ['.'],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig))
  const said = await compile()
  // Errors at their place in the page, so that an editor can open it.
  const errors = said
    .trim()
    .replaceAll(/^\S*?(\d+\.[jt]sx?)\((\d+),/gm, (all, name: string, line: string) => {
      const snippet = files.get(name)
      return snippet ? `${snippet.page}:${snippet.line + Number(line) - 1} (` : all
    })
  expect(errors).toBe('')
})
