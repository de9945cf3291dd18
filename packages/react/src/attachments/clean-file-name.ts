const MAX_LENGTH = 120

/** What no name needs: controls, halves of characters, line ends, and characters without a shape, which hide or turn what is read. */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u{E0100}-\u{E01EF}]/gu

/** Joiners that Arabic, Indic scripts and emoji need. */
const joiner = /(?<=[^ -~])[\u200c\u200d]$/u

/**
 * The name under which a file is sent: the last part of a path, without characters that hide or deceive, at most 120
 * characters, its ending kept, and unlike those in `taken`. Never empty.
 */
export function cleanFileName(name: string, taken: ReadonlySet<string> = new Set()): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  const visible = last.replace(hidden, (char, at: number) =>
    joiner.test(last.slice(Math.max(0, at - 2), at + 1)) && last.codePointAt(at + 1)! > 0x7f ? char : '',
  )
  const words = visible.normalize('NFC').replace(/\s+/g, ' ').trim()
  const whole = /^\.*$/.test(words) ? 'file' : words
  const dot = whole.lastIndexOf('.')
  const ending = dot > 0 && whole.length - dot <= 16 ? whole.slice(dot) : ''
  const stem = Array.from(whole.slice(0, whole.length - ending.length))
  for (let count = 1; ; count++) {
    const number = count === 1 ? '' : ` (${count})`
    const room = MAX_LENGTH - ending.length - number.length
    const candidate = stem.slice(0, room).join('').trimEnd() + number + ending
    if (!taken.has(candidate)) return candidate
  }
}
