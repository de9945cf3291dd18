import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
/** Below the folder whose packages are those of this workspace, so that imports are found. */
const folder = join(import.meta.dirname, `snippets-${process.pid}`)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const namesOf = (path: string, ending: string): string[] =>
  readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending) && !name.includes('node_modules'))
    .map((name) => `${path}/${name.replaceAll('\\', '/')}`)

/** Every page of the docs but the reports of the API, which are lists of declarations. */
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...namesOf('docs', '.md').filter((name) => !name.startsWith('docs/api/')),
  ...namesOf('packages', 'README.md'),
  ...namesOf('examples', 'README.md'),
]

interface Snippet {
  /** Where it stands: the page and the line of its first line of code. */
  page: string
  line: number
  language: string
  code: string
}

function snippetsOf(page: string): Snippet[] {
  const text = readFileSync(join(root, page), 'utf8')
  return Array.from(
    text.matchAll(/^```(tsx?|jsx?)\n([\s\S]*?)^```$/gm),
    ({ index, 1: language, 2: code }) => ({
      page,
      line: text.slice(0, index).split('\n').length + 1,
      language: language!,
      code: code!,
    }),
  )
}

function compile(): Promise<string> {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  return new Promise((resolve) => {
    execFile(process.execPath, [tsc, '-p', folder], { maxBuffer: 64 * 1024 * 1024 }, (_, out, err) =>
      resolve(out + err),
    )
  })
}

it('every piece of code in the docs compiles as it stands', async () => {
  const snippets = pages.flatMap(snippetsOf)
  expect(snippets.length).toBeGreaterThan(30)

  mkdirSync(folder)
  const files = new Map(snippets.map((snippet, i) => [`${i}.${snippet.language}`, snippet]))
  // Each is a module of its own, also one without an import.
  for (const [name, { code }] of files) writeFileSync(join(folder, name), `${code}export {}\n`)
  const tsconfig = {
    extends: '../../../tsconfig.base.json',
    compilerOptions: {
      noEmit: true,
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
  const errors = said.trim().replaceAll(/^.*?(\d+\.[jt]sx?)\((\d+),/gm, (_, name: string, line: string) => {
    const { page, line: first } = files.get(name)!
    return `${page}:${first + Number(line) - 1} (`
  })
  expect(errors).toBe('')
})
