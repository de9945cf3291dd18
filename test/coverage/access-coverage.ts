import type { CoveredRow } from './wire-coverage.js'

const TITLES: Record<string, string> = {
  C1: 'Transcript and announcements',
  C2: 'Focus and keyboard',
  C3: 'Controls',
  C4: 'Seeing and moving',
  C5: 'Tests that run',
}

/** The page docs/accessibility.md. */
export function renderAccess(rows: readonly CoveredRow[]): string {
  const sections = [...new Set(rows.map(({ section }) => section))]
  const tested = rows.filter(({ shown }) => shown.some((one) => 'title' in one))
  return [
    '# Accessibility, and what shows it',
    '',
    'WCAG 2.2 AA. Made from the tests; do not edit. `pnpm exec vitest run --project core test/docs/accessibility.test.ts -u`',
    'writes it again; a test that is renamed or removed makes the check fail. The numbers are those of the trust checklist.',
    '',
    'The transcript is silent: a reader would otherwise hear every token. One region beside it says that an answer started,',
    'that it ended and how it ended, and interrupts for two things only: a question to a person, and an error. `announce` of',
    '`<Transcript>` chooses how much: `length` (default), `answer`, `sentences`, `off`. The focus never moves because something',
    'arrived.',
    '',
    `${rows.length} statements, ${tested.length} of them shown by a test.`,
    ...sections.flatMap((section) => [
      '',
      `## ${TITLES[section]}`,
      '',
      '| statement | tests |',
      '|---|---|',
      ...rows.filter((row) => row.section === section).map(renderRow),
    ]),
    '',
  ].join('\n')
}

function renderRow({ row, shown }: CoveredRow): string {
  const cells = shown.flatMap((one) =>
    'title' in one
      ? `${cell(one.title)} ([${one.file.slice(one.file.lastIndexOf('/') + 1, one.file.lastIndexOf('.test.'))}](../${one.file}))`
      : 'reason' in one
        ? `*${cell(one.reason)}*`
        : [],
  )
  return `| ${row} | ${cells.join('<br>')} |`
}

/** The number stands in the first cell already; what a test fills in for each of its rows shows as an ellipsis. */
const cell = (text: string): string =>
  text
    .replace(/^(?:X\d+ )+/, '')
    .replace(/%s/g, '…')
    .replace(/[|[\]<]/g, '\\$&')
