import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const page = join(import.meta.dirname, '../../docs/browsers.md')
const BEGIN = '<!-- journeys -->'
const END = '<!-- end journeys -->'

/** What a journey ended at in an engine: `✓`, or `–` where its driver cannot do it. */
export type Cell = '✓' | '–'

export interface Column {
  engine: string
  version: string
  cells: Map<string, Cell>
}

const rowOf = (cells: string[]): string => `| ${cells.join(' | ')} |`

/** The table of docs/browsers.md: the cell of each engine by journey. */
export function readTable(): Map<string, Map<string, string>> {
  const text = readFileSync(page, 'utf8')
  const rows = text
    .slice(text.indexOf(BEGIN), text.indexOf(END))
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  const [head = [], , ...body] = rows
  return new Map(
    head
      .slice(1)
      .map((title, at) => [
        title.split(' ')[0]!,
        new Map(body.map((row) => [row[0]!, row[at + 1] ?? ''] as const)),
      ]),
  )
}

/** Writes the table of a run of all engines. */
export function writeTable(journeys: string[], columns: Column[]): void {
  const lines = [
    rowOf(['journey', ...columns.map(({ engine, version }) => `${engine} ${version}`)]),
    rowOf(['---', ...columns.map(() => ':-:')]).replaceAll(' ', ''),
    ...journeys.map((name) => rowOf([name, ...columns.map(({ cells }) => cells.get(name) ?? '')])),
  ]
  const text = readFileSync(page, 'utf8')
  const [from, to] = [text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END)]
  writeFileSync(page, `${text.slice(0, from)}\n${lines.join('\n')}\n${text.slice(to)}`)
}
