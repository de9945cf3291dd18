import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Column {
  engine: string
  version: string
  /** Cells of this engine, by the name of the row. */
  cells: Map<string, string>
}

const rowOf = (cells: string[]): string => `| ${cells.join(' | ')} |`

/**
 * A table of a page in docs, between two comments, which a run writes and other runs compare with: one column for each engine.
 * @param mark The word in the comments.
 * @param corner The heading of the first column.
 */
export function docsTable(page: string, mark: string, corner: string) {
  const path = join(import.meta.dirname, '../../docs', page)
  const [begin, end] = [`<!-- ${mark} -->`, `<!-- end ${mark} -->`]
  return {
    /** The cells of each engine by row. */
    read(): Map<string, Map<string, string>> {
      const text = readFileSync(path, 'utf8')
      const rows = text
        .slice(text.indexOf(begin), text.indexOf(end))
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
    },
    write(rows: string[], columns: Column[], align: ':-:' | '---' = ':-:'): void {
      const lines = [
        rowOf([corner, ...columns.map(({ engine, version }) => `${engine} ${version}`)]),
        rowOf(['---', ...columns.map(() => align)]).replaceAll(' ', ''),
        ...rows.map((name) => rowOf([name, ...columns.map(({ cells }) => cells.get(name) ?? '')])),
      ]
      const text = readFileSync(path, 'utf8')
      const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)]
      writeFileSync(path, `${text.slice(0, from)}\n${lines.join('\n')}\n${text.slice(to)}`)
    },
  }
}
