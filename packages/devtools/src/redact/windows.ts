/** About so many characters are looked at in one go. */
const SIZE = 65_536
/** A key or a block of one is not cut in two by the end of a window: it is looked for so far. */
const REACH = 16_384

/** The text in pieces that begin and end where no value does, each with its offset. */
export function* windowsOf(text: string): Generator<{ text: string; offset: number }> {
  for (let from = 0; from < text.length;) {
    const to = from + SIZE >= text.length ? text.length : endOf(text, from + SIZE)
    yield { text: from === 0 && to === text.length ? text : text.slice(from, to), offset: from }
    from = to
  }
}

function endOf(text: string, at: number): number {
  const near = text.slice(at, at + REACH)
  const back = text.slice(at - REACH, at)
  const begin = back.lastIndexOf('-----BEGIN ')
  if (begin >= 0 && back.indexOf('-----END ', begin) < 0) {
    const mark = near.indexOf('-----END ')
    const line = mark < 0 ? -1 : near.indexOf('-----', mark + 9)
    if (line >= 0) return at + line + 5
  }
  for (const mark of [/\n/, /\s/, /["',;<>]/]) {
    const place = near.search(mark)
    if (place >= 0) return at + place + 1
  }
  return at
}
