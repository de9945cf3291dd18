import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { root } from './pages.js'

/** Comments, pages and strings name the thing and say what it does. Each pattern is a habit that makes a reader read twice. */
const rules: readonly (readonly [name: string, pattern: RegExp, example: string])[] = [
  [
    'begins a sentence with "What" that does not ask: name the thing',
    /(?:^|(?<!\d)[.!?:] )What\b(?![^.?!]*\?)/,
    'What a caller may set.',
  ],
  ['begins with "Of": name the thing', /^Of\b/, 'Of an image only its size.'],
  [
    'says "is no": write "is not a"',
    /(?<!\b[Tt]here )\b(?:is|are|was|were) no (?!longer\b|more\b|one\b|less\b)/,
    'It is no list.',
  ],
  ['says "anew": write "again"', /\banew\b/, 'Reads the file anew.'],
  ['says "stands": write "is"', /(?<!-)\bstands?\b(?! for\b|-)/, 'The button stands below.'],
  [
    'says ", for" of a reason: write "because"',
    // A clause with a subject and a verb, and not a purpose ("for tests that are slow", "for pages to ask").
    /, for (?:(?:it|they|there|we|you|he|she|nobody|nothing)\b|(?:(?!(?:as|before|example|so|that|to|until|what|when|where|which|who|whoever|whom|whose|with|without)\b)[\w'-]+,? ){1,6}?(?:is|are|was|were|has|have|had|does|do|did|can|could|may|might|must|will|would|needs?|takes?|asks?|holds?|refuses?|stays?|says?|goes|gives?|comes?|knows?|wants?|makes?)\b)/,
    'It is sent as text, for this server takes no pictures.',
  ],
  [
    'says "is none" of a thing that is not one: name the thing',
    /(?<!\b[Tt]here )\b(?:is|are) none(?=[.,;:)]|$)/,
    'A text that is none.',
  ],
  [
    'says "hear of" or "tell of": write "gets" or "reports"',
    /\b(?:hears?|heard|tells?|told) of\b/,
    'The host hears of it.',
  ],
  [
    'says "such as" before a clause: write "for example"',
    /\bsuch as (?:before|by|for|from|in|to|until|when|where|while|with)\b/,
    'Called early, such as for a token.',
  ],
  ['says "one\'s own": write "your own"', /\b[Oo]ne['’]s own\b/, 'It takes one’s own tools.'],
  ['says "in the place of": write "in place of"', /\bin the place of\b/, 'It is in the place of another.'],
]

/** Every pattern needs one of these words. To parse a file takes long, so a file without them is not parsed. */
const NEEDED =
  /\b(?:What|Of|anew|stands?|(?:is|are|was|were)\s+no|(?:is|are)\s+none|(?:hears?|heard|tells?|told)\s+of|such\s+as|[Oo]ne['’]s\s+own|in\s+the\s+place)\b|,\s+for\b/

interface Prose {
  text: string
  /** Its offset in the source. */
  at: number
}

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

const COMMENT = /\/\*\*?([\s\S]*?)\*\/|(?:^|[^:'"`\w/])\/\/ ?(.*(?:\n\s*\/\/ ?.*)*)/gm

const commentsOf = (source: string): Prose[] =>
  [...source.matchAll(COMMENT)].map((match) => ({
    text: inOneLine((match[1] ?? match[2] ?? '').replace(/\n\s*(?:\*|\/\/) ?/g, ' ')),
    at: match.index,
  }))

/** The paragraphs, items, headings and rows of a page, without its code. */
function paragraphsOf(page: string): Prose[] {
  const text = page.replace(/^```[\s\S]*?^```|`[^`\n]*`/gm, (code) => code.replace(/[^\n]/g, 'x'))
  const paragraph = /(?:(?!\n\s*(?:[-*|#>]|\d+\. |\n))[\s\S])+/g
  return [...text.matchAll(paragraph)].map((match) => ({
    text: inOneLine(match[0]).replace(/^(?:[-*|>] *|\d+\. )/, ''),
    at: match.index + match[0].search(/\S/),
  }))
}

/** The texts of a source with more than a word: its strings and the text of its elements. A value in a text is "…". */
function stringsOf(source: string, file: string): Prose[] {
  const found: Prose[] = []
  if (!NEEDED.test(source)) return found
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, value, quasis, start } = node as {
      type?: string
      value?: unknown
      quasis?: { value: { cooked: string | null } }[]
      start: number
    }
    const text =
      type === 'TemplateLiteral'
        ? quasis!.map((part) => part.value.cooked).join('…')
        : type === 'Literal' || type === 'JSXText'
          ? value
          : undefined
    if (typeof text === 'string' && inOneLine(text).includes(' '))
      found.push({ text: inOneLine(text), at: start })
    Object.values(node).forEach(visit)
  }
  const { program, errors } = parseSync(file, source)
  expect(errors).toEqual([])
  visit(program)
  return found
}

type TextsOf = (source: string, file: string) => Prose[]

const faultsOf = (source: string, textsOf: TextsOf, file = 'source.tsx'): string[] =>
  textsOf(source, file).flatMap(({ text, at }) =>
    rules
      .filter(([, pattern]) => pattern.test(text))
      .map(([name]) => `${source.slice(0, at).split('\n').length}: ${name}: ${text.slice(0, 160)}`),
  )

const filesOf = (...folders: string[]): string[] =>
  execFileSync('git', ['ls-files', ...folders], { cwd: root, encoding: 'utf8' }).split('\n')

const faultsIn = (files: readonly string[], textsOf: TextsOf): string[] =>
  files.flatMap((file) =>
    faultsOf(readFileSync(join(root, file), 'utf8'), textsOf, file).map((fault) => `${file}:${fault}`),
  )

test.each(rules)('a text that %s is found', (name, _, example) => {
  const fault = (line: number): string[] => [`${line}: ${name}: ${example}`]
  for (const source of [`// ${example}`, `/** ${example} */`, `/**\n * ${example}\n */`])
    expect(faultsOf(source, commentsOf)).toEqual(fault(1))
  const wrapped = example.replace(/ (?=\S+$)/, '\n')
  for (const page of [`# Title\n\n${wrapped}\n`, `- An item\n\n- ${wrapped}\n`, `| cell |\n\n| ${wrapped}`])
    expect(faultsOf(page, paragraphsOf)).toEqual(fault(3))
  for (const source of [`'${example}'`, `say(\`${example}\`)`, `<p>\n${example}</p>`])
    expect(faultsOf(source, stringsOf)).toEqual(fault(1))
})

test('what is right is not found', () => {
  const right = [
    'What went wrong? There is no list, and it is no longer read.',
    'TTFT stands for the time to the first token of a stand-in.',
    'There is none, and some are none of ours. Formats such as JSON are fine.',
    'It is fast, for tests that are slow. Serves it, for pages to ask. Waits, for example until it is stored.',
  ]
  for (const text of right) expect(faultsOf(`// ${text}`, commentsOf)).toEqual([])
  expect(
    faultsOf('# 24. What is published\n\n```ts\n// anew\n```\n\nThe word `anew`.', paragraphsOf),
  ).toEqual([])
})

test('no comment of the sources or the tests has one of them', () => {
  const files = filesOf('packages', 'apps', 'test', 'scripts').filter(
    (file) => /\.(?:ts|tsx|mjs|cjs)$/.test(file) && !file.endsWith('docs/prose.test.ts'),
  )
  expect(files.length).toBeGreaterThan(1_000)
  expect(faultsIn(files, commentsOf)).toEqual([])
})

test('no page has one of them', () => {
  // The reports of the API are lists of declarations, and the change log is history.
  const files = filesOf('*.md').filter((file) => /^(?!docs\/api\/|CHANGELOG|$)/.test(file))
  expect(files.length).toBeGreaterThan(100)
  expect(faultsIn(files, paragraphsOf)).toEqual([])
})

/** The design names these words as they are. */
const DESIGN = ['What arrived is kept.']

/** Not the kit's own words: what a scripted model says, and the data of its tools. */
const SPOKEN = /^packages\/endpoint\/src\/(?:scenarios\/|tools\/facts\.ts$)/

test('no text that the packages and the apps show has one of them', () => {
  const files = filesOf('packages', 'apps').filter(
    (file) =>
      /^\w+\/[^/]+\/src\/.*\.tsx?$/.test(file) &&
      !/\.(?:test|stories)\.|fixtures\/|testing\/|german/.test(file) &&
      !SPOKEN.test(file),
  )
  expect(files.length).toBeGreaterThan(800)
  expect(
    faultsIn(files, (...given) => stringsOf(...given).filter(({ text }) => !DESIGN.includes(text))),
  ).toEqual([])
})
