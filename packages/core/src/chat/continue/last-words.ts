/** Longest piece of the end that is quoted. */
const QUOTED = 80

/** The end of the last line that says something, from the beginning of a word. */
export function lastWords(text: string): string {
  const line = text.trimEnd().split('\n').at(-1)!.trimStart()
  if (line.length <= QUOTED) return line
  const end = line.slice(-QUOTED)
  const from = end.search(/\s\S/)
  return from < 0 ? Array.from(end).slice(1).join('') : end.slice(from + 1)
}
