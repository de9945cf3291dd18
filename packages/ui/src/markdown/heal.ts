/** Marks that say nothing yet: the unfinished line could still become a rule, a heading's underline, a list item. */
const ONLY_MARKS = /^[-=_*+#~`|:>.) \t]*$/
const ONLY_NUMBER = /^[ \t>*+-]*\d{1,3}[.)]?[ \t]*$/
const FENCE_START = /^[ \t>*+-]*(?:\d{1,9}[.)][ \t]+)?(?:`{3,}[^`]*|~{3,}.*)$/

/** Columns of a table row, counted as the parser does. */
function columns(row: string): number {
  const cells = row.trim().replace(/\\\|/g, '').split('|')
  if (cells[0] === '') cells.shift()
  if (cells.at(-1) === '') cells.pop()
  return cells.length
}

/**
 * The source of an unfinished block as it is parsed for the view: a last line that is nothing but marks so far
 * is held back, and a table's first line gets its delimiter row before that has arrived.
 */
export function heal(text: string): string {
  const start = text.lastIndexOf('\n') + 1
  const line = text.slice(start)
  const head = text.slice(0, start)
  const previous = head.slice(head.lastIndexOf('\n', start - 2) + 1, -1)
  const above = start - previous.length - 1
  const isFirst = (from: number) =>
    from <= 0 || /(?:^|\n)[ \t]*\n$/.test(head.slice(Math.max(0, from - 200), from))
  if (/^ {0,3}\|/.test(previous) && /^[ \t|:-]*$/.test(line) && isFirst(above))
    return head + delimiterRow(previous)
  if (/^ {0,3}\|[ \t]*[^|\s]/.test(line) && isFirst(start)) return text + '\n' + delimiterRow(line)
  if (line.length <= 200 && (ONLY_MARKS.test(line) || ONLY_NUMBER.test(line) || FENCE_START.test(line)))
    return head
  return text
}

const delimiterRow = (row: string): string => '|' + '-|'.repeat(Math.max(1, columns(row)))

/** Inline text with a trailing mark held back: what it means depends on the next character. */
export function holdBack(content: string): string {
  let end = content.length
  while (end > 0 && '*_~`'.includes(content[end - 1] ?? ' ')) end--
  if (end < content.length) return content.slice(0, end)
  if (content.endsWith('![')) return content.slice(0, -2)
  return content.endsWith('[') || content.endsWith('\\') ? content.slice(0, -1) : content
}
