import type { Edit } from './edits.js'

const END = /[\s"'<>`|\\^{}]/

/** Visits what is written in percent codes, such as an address in an address. What is changed there is written in codes again. */
export function* editPercent(
  text: string,
  edit: (inner: string) => Generator<void, Edit[]>,
): Generator<void, Edit[]> {
  const edits: Edit[] = []
  for (let code = text.indexOf('%'); code >= 0;) {
    let from = code
    let to = code
    while (from > 0 && !END.test(text[from - 1]!)) from--
    while (to < text.length && !END.test(text[to]!)) to++
    const { inner, places } = decode(text.slice(from, to))
    if (places)
      for (const one of yield* edit(inner))
        edits.push({
          start: from + places[one.start]!,
          end: from + places[one.end]!,
          text: encodeURIComponent(one.text),
        })
    code = text.indexOf('%', to + 1)
  }
  return edits
}

/** The text without its codes, and where each of its characters stood; no places where there was no code. */
function decode(text: string): { inner: string; places?: number[] } {
  let inner = ''
  const places: number[] = []
  let hasCode = false
  for (let at = 0; at < text.length;) {
    const [run = ''] = text[at] === '%' ? (/^(?:%[\dA-Fa-f]{2})+/.exec(text.slice(at, at + 3_000)) ?? []) : []
    const meant = run && codes(run)
    if (meant) {
      hasCode = true
      // A character of several codes has the place of all of them.
      let place = at
      for (const char of meant) {
        for (let i = 0; i < char.length; i++) places.push(place)
        place += encoded(char)
      }
      inner += meant
      at += run.length
    } else {
      places.push(at)
      inner += text[at]!
      at++
    }
  }
  places.push(text.length)
  return hasCode ? { inner, places } : { inner }
}

const encoded = (char: string): number => new TextEncoder().encode(char).length * 3

function codes(run: string): string {
  try {
    return decodeURIComponent(run)
  } catch {
    return ''
  }
}
