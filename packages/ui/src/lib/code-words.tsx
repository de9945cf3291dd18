/** A string of the table in which `…` stands for code. From the first mark to the last, so that a name may hold one. */
export function CodeWords({ text }: { text: string }) {
  const from = text.indexOf('`')
  const to = text.lastIndexOf('`')
  if (from === to) return text
  return (
    <>
      {text.slice(0, from)}
      <code className="ap:text-[.92em]">{text.slice(from + 1, to)}</code>
      {text.slice(to + 1)}
    </>
  )
}

/** The same without the marks, for labels and announcements. */
export function withoutMarks(text: string): string {
  const from = text.indexOf('`')
  const to = text.lastIndexOf('`')
  return from === to ? text : text.slice(0, from) + text.slice(from + 1, to) + text.slice(to + 1)
}
