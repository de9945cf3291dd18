import { readFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** A comment names the thing and says what it does. Each pattern is a habit that makes a reader read twice. */
const rules: readonly (readonly [name: string, pattern: RegExp, example: string])[] = [
  ['begins with "What": name the thing', /^What\b/, 'What a caller may set.'],
  ['begins with "Of": name the thing', /^Of\b/, 'Of an image only its size.'],
  [
    '"is no": write "is not a"',
    /(?<!\b[Tt]here )\b(?:is|are|was|were) no (?!longer\b|more\b|one\b|less\b)/,
    'It is no list.',
  ],
  ['"anew": write "again"', /\banew\b/, 'Reads the file anew.'],
  ['"stands": write "is"', /\bstands?\b(?! for\b)/, 'The button stands below.'],
]

const COMMENT = /\/\*\*?([\s\S]*?)\*\/|(?:^|[^:'"`\w/])\/\/ ?(.*(?:\n\s*\/\/ ?.*)*)/gm

function commentsOf(source: string): { text: string; line: number }[] {
  return [...source.matchAll(COMMENT)].map((match) => ({
    text: (match[1] ?? match[2] ?? '')
      .replace(/\n\s*(?:\*|\/\/) ?/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
    line: source.slice(0, match.index).split('\n').length,
  }))
}

const faultsOf = (source: string): string[] =>
  commentsOf(source).flatMap(({ text, line }) =>
    rules.flatMap(([name, pattern]) =>
      pattern.test(text) ? [`${line}: ${name}: ${text.slice(0, 100)}`] : [],
    ),
  )

test.each(rules)('a comment that %s is found', (name, _, example) => {
  for (const source of [`// ${example}`, `/** ${example} */`, `/**\n * ${example}\n */`])
    expect(faultsOf(source)).toEqual([`1: ${name}: ${example}`])
})

test('no comment of the sources or the tests has one of them', () => {
  const files = execFileSync('git', ['ls-files', 'packages', 'apps', 'test', 'scripts'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.(?:ts|tsx|mjs|cjs)$/.test(file) && !file.endsWith('docs/comments.test.ts'))
  expect(files.length).toBeGreaterThan(1_000)
  const faults = files.flatMap((file) =>
    faultsOf(readFileSync(join(root, file), 'utf8')).map((fault) => `${file}:${fault}`),
  )
  expect(faults).toEqual([])
})
