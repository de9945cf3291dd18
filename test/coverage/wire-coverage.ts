import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readTestTitles } from './test-titles.js'

/**
 * Rows of one section of wire-facts, in its order, by a short name of our own. Each has what shows it: `fixture <file>`
 * of test/fixtures/streams, `<test file> > <title>`, or `no test: <reason>`.
 */
export type SectionRows = Record<string, Record<string, string[]>>

type Shown = { fixture: string } | { file: string; title: string } | { reason: string }

export interface CoveredRow {
  section: string
  row: string
  shown: Shown[]
}

const fixtures = join(import.meta.dirname, '../fixtures/streams')

/** Finds what each row names. What is not there, or cannot be told apart, is a fault in words. */
export function coverRows(sections: SectionRows): { rows: CoveredRow[]; faults: string[] } {
  const titles = readTestTitles()
  const faults: string[] = []

  function find(section: string, row: string, text: string): Shown[] {
    const at = `${section} "${row}"`
    if (text.startsWith('no test: ')) return [{ reason: text.slice(9) }]
    if (text.startsWith('fixture ')) {
      const fixture = text.slice(8)
      if (!existsSync(join(fixtures, fixture))) faults.push(`${at}: no fixture ${fixture}`)
      return [{ fixture }]
    }
    const [name, ...rest] = text.split(' > ')
    const title = rest.join(' > ')
    const files = [...titles.keys()].filter((file) =>
      `/${file}`.replace(/\.test\.tsx?$/, '').endsWith(`/${name}`),
    )
    const [file] = files
    if (!file || files.length > 1) faults.push(`${at}: ${files.length} test files are called ${name}`)
    else if (!titles.get(file)!.has(title)) faults.push(`${at}: ${file} has no test "${title}"`)
    return [{ file: file ?? name!, title }]
  }

  // An object puts the keys 4 and 5 before 1.1.
  const ordered = Object.entries(sections).sort(([a], [b]) => (a < b ? -1 : 1))
  const rows = ordered.flatMap(([section, list]) =>
    Object.entries(list).map(([row, texts]) => {
      if (texts.length === 0) faults.push(`${section} "${row}": neither test nor reason`)
      return { section, row, shown: texts.flatMap((text) => find(section, row, text)) }
    }),
  )
  return { rows, faults }
}

const TITLES: Record<string, string> = {
  '1.1': 'Top-level fields of a request',
  '1.2': 'Turning thinking on and off',
  '1.3': 'Messages of a request',
  '2.1': 'Framing',
  '2.2': 'Chunk envelope',
  '2.3': 'Reasoning channels',
  '2.4': 'reasoning_details',
  '2.5': 'Tool calls',
  '2.6': 'Finish reasons',
  '2.7': 'Usage',
  '2.8': 'Other payloads',
  '2.9': 'Errors inside a 200 stream',
  '3.1': 'Error bodies',
  '3.2': 'Status',
  '3.3': 'Browsers',
  '3.4': 'Lists of models',
  '4': 'Whole bodies',
  '5': 'Thinking that goes back',
  '5.1': 'Replay policy by profile',
  '7': 'Test vectors',
}

/** The page docs/wire-coverage.md. */
export function renderCoverage(rows: readonly CoveredRow[]): string {
  const facts = rows.filter(({ section }) => section < '6')
  const untested = facts.filter(({ shown }) => shown.every((one) => 'reason' in one))
  const sections = [...new Set(rows.map(({ section }) => section))]
  return [
    '# What is shown of the wire',
    '',
    'Made from the tests; do not edit. `pnpm exec vitest run --project core test/replay/wire-coverage.test.ts -u` writes it',
    'again. Sections are those of the collection of wire facts that the kit is built on; a test that is renamed or removed',
    'makes the check fail. Streams lie in `test/fixtures/streams`; each is read whole and cut at every byte.',
    '',
    `${facts.length} rows, ${facts.length - untested.length} of them shown by a test.`,
    ...sections.flatMap((section) => [
      '',
      `## ${section} ${TITLES[section]}`,
      '',
      '| row | streams | tests |',
      '|---|---|---|',
      ...rows.filter((row) => row.section === section).map(renderRow),
    ]),
    '',
  ].join('\n')
}

function renderRow({ row, shown }: CoveredRow): string {
  const streams = shown.flatMap((one) => ('fixture' in one ? `\`${one.fixture}\`` : []))
  const tests = shown.flatMap((one) =>
    'title' in one
      ? `${cell(one.title)} ([${nameOf(one.file)}](../${one.file}))`
      : 'reason' in one
        ? `*${cell(one.reason)}*`
        : [],
  )
  return `| ${cell(row)} | ${streams.join('<br>')} | ${tests.join('<br>')} |`
}

function nameOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1, file.lastIndexOf('.test.'))
}

/** What a test fills in for each of its rows shows as an ellipsis; the section is that of the table. */
function cell(text: string): string {
  return text
    .replace(/^wire-facts [\d., ]+: /, '')
    .replace(/%[sji]|\$(?:name|id)\b/g, '…')
    .replace(/[&<]/g, (char) => (char === '&' ? '&amp;' : '&lt;'))
    .replace(/[|[\]]/g, '\\$&')
}

/** First cells of the tables of a section of wire-facts, to compare with. */
export function readFactRows(path: string): Map<string, string[]> {
  const found = new Map<string, string[]>()
  let section = ''
  let lines: string[] = []
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const heading = /^#{2,3} (\d(?:\.\d)?)[. ]/.exec(line)?.[1]
    if (heading) {
      section = heading
      lines = []
      if (/^[1-5]/.test(section)) found.set(section, lines)
    }
    // The line under the head of a table makes the head no row.
    if (/^\|[-|]+\|$/.test(line)) lines.pop()
    else if (line.startsWith('|')) lines.push(line)
  }
  for (const [name, list] of found) if (list.length === 0) found.delete(name)
  return found
}
