import type { Edit } from './edits.js'

const END = /[\s"'<>`|\\^{}]/

/** One character of UTF-8 in percent codes. Codes beside it that are none of UTF-8 do not hide it. */
const CHAR =
  /%(?:[0-7][\da-f]|[cd][\da-f]%[89ab][\da-f]|e[\da-f](?:%[89ab][\da-f]){2}|f[0-7](?:%[89ab][\da-f]){3})/gi

/** The text, what its percent codes say, and the codes in that: an address in an address in an address has them three times. */
export function percentReadings(text: string): string[] {
  const readings = [text]
  for (let last = text; readings.length < 4; readings.push(last)) last = last.replace(CHAR, read)
  return [...new Set(readings)]
}

/** Visits text in percent codes, such as a URL inside of a URL. Changes are written in percent codes again. */
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

/** The decoded text, with the offset that each of its characters had before. `places` is absent when the text has no codes. */
function decode(text: string): { inner: string; places?: number[] } {
  let inner = ''
  const places: number[] = []
  let at = 0
  const keepTo = (end: number): void => {
    for (; at < end; at++) places.push(at)
  }
  for (const { 0: code, index } of text.matchAll(CHAR)) {
    inner += text.slice(at, index)
    keepTo(index)
    const char = read(code)
    // A character of several codes has the place of all of them.
    for (let i = 0; i < char.length; i++) places.push(at)
    inner += char
    at += code.length
  }
  if (at === 0) return { inner: text }
  inner += text.slice(at)
  keepTo(text.length)
  places.push(text.length)
  return { inner, places }
}

function read(code: string): string {
  try {
    return decodeURIComponent(code)
  } catch {
    return code
  }
}
