/** Replaces a piece of a text, given by UTF-16 offsets, with another text. */
export interface Edit {
  start: number
  end: number
  text: string
}

/** The text with these edits, which are in order and do not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let made = ''
  let from = 0
  for (const { start, end, text: put } of edits) {
    made += text.slice(from, start) + put
    from = end
  }
  return made + text.slice(from)
}

/**
 * Edits of the same text from two readings of it as one list. Those of the first count; where one of the second overlaps them, they
 * take its piece too, so that nothing of either stays.
 */
export function joinEdits(first: readonly Edit[], second: readonly Edit[]): Edit[] {
  if (second.length === 0) return [...first]
  const marked = [
    ...first.map((edit) => ({ ...edit, isFirst: true })),
    ...second.map((edit) => ({ ...edit, isFirst: false })),
  ].sort((one, other) => one.start - other.start || Number(other.isFirst) - Number(one.isFirst))
  const joined: (Edit & { isFirst: boolean })[] = []
  for (const edit of marked) {
    const last = joined.at(-1)
    if (!last || edit.start >= last.end) joined.push({ ...edit })
    else {
      if (edit.isFirst) last.text = last.isFirst ? last.text + edit.text : edit.text
      last.isFirst ||= edit.isFirst
      last.end = Math.max(last.end, edit.end)
    }
  }
  return joined.map(({ start, end, text }) => ({ start, end, text }))
}

/** The offset after the edits. An offset inside of an edit moves to its end, or to its start. */
export function moveOffset(offset: number, edits: readonly Edit[], to: 'start' | 'end'): number {
  let by = 0
  for (const { start, end, text } of edits) {
    if (offset <= start) break
    if (offset < end) return start + by + (to === 'end' ? text.length : 0)
    by += text.length - (end - start)
  }
  return offset + by
}
