/**
 * How many UTF-16 units of `text` make at most `lines` lines and `units` units. Looks no further than that, and never
 * cuts a character in half.
 */
export function cutAfter(text: string, lines: number, units: number): number {
  let at = -1
  for (let line = 0; line < lines; line++) {
    const next = text.indexOf('\n', at + 1)
    if (next < 0 || next > units) {
      at = -1
      break
    }
    at = next
  }
  if (at >= 0) return at
  if (text.length <= units) return text.length
  return isHighSurrogate(text.charCodeAt(units - 1)) ? units - 1 : units
}

/** The beginning of a text of one line or more, at most `units` long, not cut inside a character. */
export function clip(text: string, units: number): string {
  return text.length <= units ? text : text.slice(0, cutAfter(text, Infinity, units))
}

export function countLines(text: string): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

function isHighSurrogate(code: number): boolean {
  return (code & 0xfc00) === 0xd800
}
