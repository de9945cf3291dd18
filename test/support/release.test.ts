import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
// @ts-expect-error plain JavaScript, which runs before anything is installed
import { changelogPart, nextVersion, readNotes, TOLD, withVersion } from '../../scripts/release.mjs'

const note = (size: string, words = 'Words.', name = '@antiphon/ui') => ({
  name: `${size}.md`,
  text: `---\n'${name}': ${size}\n---\n\n${words}\n`,
})

it.each([
  ['1.2.3', ['patch'], '1.2.4'],
  ['1.2.3', ['patch', 'minor'], '1.3.0'],
  ['1.2.3', ['minor', 'major'], '2.0.0'],
  ['0.2.3', ['major'], '0.3.0'],
  ['0.2.3', ['patch'], '0.2.4'],
])('after %s with notes of %j comes %s', (version, sizes, next) => {
  expect(nextVersion(version, readNotes(sizes.map((size) => note(size))))).toBe(next)
})

it('the changelog has what breaks first, each note with its packages', () => {
  const two = {
    name: 'b.md',
    text: "---\n'@antiphon/core': patch\n'@antiphon/ui': major\n---\n\nTwo\nlines.\n",
  }
  expect(changelogPart('2.0.0', '2026-01-02', readNotes([note('patch', 'Small.'), two]))).toBe(
    '## 2.0.0 (2026-01-02)\n\n### Breaking\n\n- @antiphon/core, @antiphon/ui: Two\n  lines.\n\n### Mended\n\n- @antiphon/ui: Small.\n',
  )
})

it('the changelog begins with the summary and ends with all names that moved, in one table', () => {
  const moved = (name: string) =>
    `Parts moved.\n\n| before | now |\n|---|---|\n| ${name} | gone |\n\nSo they are smaller.`
  const notes = readNotes([note('minor', moved('`b`')), note('patch', moved('`a`'))])
  const part = changelogPart('0.2.0', '2026-01-02', notes, 'Answers last.\n')
  expect(part).toMatch(/^## 0\.2\.0 \(2026-01-02\)\n\nAnswers last\.\n\n### New\n/)
  expect(part).toMatch(
    /### Names\n\n\| before \| now \|\n\|---\|---\|\n\| `a` \| gone \|\n\| `b` \| gone \|\n$/,
  )
  expect(part).toContain('- @antiphon/ui: Parts moved.\n  So they are smaller.\n')
})

it('the examples ask for the version that is released', () => {
  const manifest =
    '{ "dependencies": { "@antiphon/ui": "^0.1.0", "antiphon": "^0.1.0", "react": "^19.2.0" } }'
  expect(withVersion(manifest, '0.2.0')).toBe(
    '{ "dependencies": { "@antiphon/ui": "^0.2.0", "antiphon": "^0.2.0", "react": "^19.2.0" } }',
  )
})

it('the apps of MCP servers are told the version of the packages', () => {
  const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
  const { version } = JSON.parse(read('packages/mcp/package.json')) as { version: string }
  expect(read(TOLD)).toContain(`name: 'antiphon', version: '${version}'`)
})

it.each([
  'no dashes',
  '---\n---\n\nWords.',
  "---\n'@antiphon/ui': huge\n---\n\nWords.",
  "---\n'@antiphon/ui': minor\n---\n\n",
])('a note that says too little is refused: %j', (text) => {
  expect(() => readNotes([{ name: 'a.md', text }])).toThrow('.changeset/a.md is no note')
})
