import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { pages, root, snippetsOf } from './pages.js'

const folder = mkdtempSync(join(tmpdir(), 'antiphon-template-lint-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The rules that `npm run lint` has in an app of `npm create vite`. */
const template = JSON.parse(
  readFileSync(join(root, 'test/node_modules/create-vite/template-react-ts/_oxlintrc.json'), 'utf8'),
) as { $schema?: string; plugins: string[]; rules: Record<string, unknown> }

/** The warnings about these files, each with its place. */
function lint(rules: Record<string, unknown>, files: readonly string[]): Promise<string[]> {
  const config = join(folder, `${files.length}.json`)
  writeFileSync(config, JSON.stringify({ plugins: template.plugins, rules: { ...template.rules, ...rules } }))
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint')
  return new Promise((resolve) => {
    execFile(process.execPath, [oxlint, '-c', config, '--format=unix', ...files], (_, said) =>
      resolve(said.split('\n').filter((line) => /^\S+:\d+:\d+: /.test(line))),
    )
  })
}

const guides = pages.filter((page) => /^(?:README|docs\/[^/]+)\.md$/.test(page)).flatMap(snippetsOf)

test('files that a guide has whole bring no warning in the template of Vite', async () => {
  const files = guides.flatMap(({ quotes }) =>
    quotes && /\/src\/.*(?<!\.test)\.tsx?$/.test(quotes) ? join(root, quotes) : [],
  )
  expect(files.length).toBeGreaterThan(15)
  expect(await lint({}, files)).toEqual([])
})

test('code of a guide declares nothing that it does not use', async () => {
  const own = guides.filter(({ language, quotes }) => language === 'tsx' && !quotes)
  expect(own.length).toBeGreaterThan(30)
  const files = own.map(({ page, line, code }) => {
    const file = join(folder, `${page.replaceAll('/', '-')}-${line}.tsx`)
    writeFileSync(file, code)
    return file
  })
  // A piece of an app may hold a component beside what is made of it.
  expect(await lint({ 'react/only-export-components': 'off' }, files)).toEqual([])
})
