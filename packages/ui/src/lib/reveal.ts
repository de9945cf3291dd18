/** A stretch of text that can be shown safely: unchanged, or as the name of a hidden character. */
export type RevealedSegment =
  | { type: 'text'; text: string }
  /** `shown` replaces characters that would be invisible, reorder the line or act on a terminal. */
  | { type: 'hidden'; shown: string; title: string; count: number }
  /** A letter of another alphabet inside a Latin word: shown, and marked. */
  | { type: 'lookalike'; text: string; title: string }
  /** A long run of blanks that would push the rest out of sight. */
  | { type: 'padding'; count: number; unit: 'spaces' | 'lines' }

export interface RevealOptions {
  /** Collapse runs of 32 or more blanks and of 8 or more line ends, and say how many. Default false. */
  padding?: boolean
}

/** Characters that need a closer look. Most texts have none and stay one segment. */
const suspicious =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- these are what it looks for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u0370-\u03ff\u0400-\u052f\u0530-\u058f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ud800-\udfff\ue000-\uf8ff\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff]/
const padded = /[ \t]{32,}|(?:\r?\n[ \t]*){8,}/

/**
 * Splits text so that every invisible, reordering or control character is visible, and nothing legitimate changes:
 * emoji sequences, joiners inside Arabic and Indic words, direction marks and subdivision flags stay as they are.
 * Linear in the length of the text.
 */
export function revealText(text: string, options: RevealOptions = {}): RevealedSegment[] {
  const hasPadding = options.padding === true && padded.test(text)
  if (!hasPadding && !suspicious.test(text)) return text ? [{ type: 'text', text }] : []

  const segments: RevealedSegment[] = []
  for (const piece of hasPadding ? splitPadding(text) : [text]) {
    if (typeof piece === 'string') revealPiece(piece, segments)
    else segments.push(piece)
  }
  return segments
}

/** The same as one string, for names and labels: hidden characters appear as `[U+200B]`. */
export function revealToString(text: string): string {
  return revealText(text)
    .map((segment) =>
      segment.type === 'hidden' ? `[${segment.shown}]` : segment.type === 'padding' ? ' ' : segment.text,
    )
    .join('')
}

function splitPadding(text: string): (string | RevealedSegment)[] {
  const pieces: (string | RevealedSegment)[] = []
  let from = 0
  for (const match of text.matchAll(new RegExp(padded, 'g'))) {
    if (match.index > from) pieces.push(text.slice(from, match.index))
    const lines = match[0].split('\n').length - 1
    pieces.push({
      type: 'padding',
      count: lines > 0 ? lines : match[0].length,
      unit: lines > 0 ? 'lines' : 'spaces',
    })
    from = match.index + match[0].length
  }
  if (from < text.length) pieces.push(text.slice(from))
  return pieces
}

function revealPiece(text: string, segments: RevealedSegment[]): void {
  const chars = Array.from(text)
  const latinWord = markLatinWords(chars)
  let plain = ''
  const flush = (): void => {
    if (plain) segments.push({ type: 'text', text: plain })
    plain = ''
  }
  for (let i = 0; i < chars.length; i++) {
    const char = chars[i]!
    const flag = subdivisionFlagLength(chars, i)
    if (flag > 0) {
      plain += chars.slice(i, i + flag).join('')
      i += flag - 1
    } else if (isHidden(chars, i)) {
      flush()
      addHidden(segments, char)
    } else if (latinWord[i] && lookalikes.has(char)) {
      flush()
      segments.push({ type: 'lookalike', text: char, title: codePointName(char) })
    } else {
      plain += char
    }
  }
  flush()
}

/** Runs of hidden characters share one segment, so that a smuggled paragraph is one badge with its text in it. */
function addHidden(segments: RevealedSegment[], char: string): void {
  const last = segments.at(-1)
  const shown = controlNames[char.codePointAt(0)!] ?? tagLetter(char) ?? codePointName(char)
  if (last?.type === 'hidden') {
    last.count++
    last.shown += shown.length > 1 ? ` ${shown}` : shown
    last.title += ` ${codePointName(char)}`
  } else {
    segments.push({ type: 'hidden', shown, title: codePointName(char), count: 1 })
  }
}

function isHidden(chars: readonly string[], i: number): boolean {
  const char = chars[i]!
  const code = char.codePointAt(0)!
  if (code < 0x20) return code !== 0x09 && code !== 0x0a && !(code === 0x0d && chars[i + 1] === '\n')
  if (code < 0x7f) return false
  if (code === 0x200c || code === 0x200d) return !isJoinerInPlace(chars, i)
  if (code >= 0xfe00 && code <= 0xfe0f)
    return !(i > 0 && /[\p{Emoji}\p{Extended_Pictographic}]/u.test(chars[i - 1]!))
  if (code >= 0xe0100 && code <= 0xe01ef) return !(i > 0 && /\p{sc=Hani}/u.test(chars[i - 1]!))
  return alwaysHidden.test(char)
}

/** Controls, halves of pairs, private use, invalid code points, and characters that are invisible or reorder the line. */
const alwaysHidden =
  // oxlint-disable-next-line no-misleading-character-class -- these are what it looks for
  /[\p{Cc}\p{Cs}\p{Co}\p{NChar}\xad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\u{e0000}-\u{e007f}]/u

/** A joiner belongs between two pictographs, or between letters of a script that joins. */
function isJoinerInPlace(chars: readonly string[], i: number): boolean {
  let before = i - 1
  // oxlint-disable-next-line no-misleading-character-class -- the text was split by code point
  while (before >= 0 && /[\ufe0f\u{1f3fb}-\u{1f3ff}]/u.test(chars[before]!)) before--
  const left = chars[before] ?? ''
  const right = chars[i + 1] ?? ''
  if (/\p{Extended_Pictographic}/u.test(left) && /\p{Extended_Pictographic}/u.test(right)) return true
  return joining.test(left) && (joining.test(right) || right === '' || !/\p{sc=Latn}/u.test(right))
}

const joining =
  /[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Khmr}\p{sc=Mymr}]/u

/** England, Scotland and Wales: the only tag sequences that are flags. Any other tag text is a hidden message. */
const subdivisions = new Set(['gbeng', 'gbsct', 'gbwls'])

function subdivisionFlagLength(chars: readonly string[], i: number): number {
  if (chars[i] !== '\u{1f3f4}') return 0
  let tags = ''
  let end = i + 1
  while (end < chars.length && tags.length < 8) {
    const code = chars[end]!.codePointAt(0)!
    if (code === 0xe007f) return subdivisions.has(tags) ? end - i + 1 : 0
    if (code < 0xe0020 || code > 0xe007e) return 0
    tags += String.fromCharCode(code - 0xe0000)
    end++
  }
  return 0
}

/** Cyrillic, Greek and Armenian letters that look like Latin ones. */
const lookalikes = new Set('асеорхуіјѕԁһӏԛԝАВЕКМНОРСТХУІЈЅοαερτυνικΑΒΕΖΗΙΚΜΝΟΡΤΥΧհոսօց')

function markLatinWords(chars: readonly string[]): boolean[] {
  const marks = Array.from(chars, () => false)
  for (let start = 0; start < chars.length;) {
    let end = start
    let latin = false
    while (end < chars.length && /[\p{L}\p{M}\p{N}_-]/u.test(chars[end]!)) {
      latin ||= /\p{sc=Latn}/u.test(chars[end]!)
      end++
    }
    if (latin) marks.fill(true, start, end)
    start = Math.max(end, start + 1)
  }
  return marks
}

/** The usual short names of the control characters that turn up in practice. */
const controlNames: Record<number, string> = {
  0x00: 'NUL',
  0x07: 'BEL',
  0x08: 'BS',
  0x0b: 'VT',
  0x0c: 'FF',
  0x0d: 'CR',
  0x1b: 'ESC',
  0x7f: 'DEL',
}

/** The ASCII letter of a tag character, to read a smuggled sentence. */
function tagLetter(char: string): string | undefined {
  const code = char.codePointAt(0)!
  return code >= 0xe0020 && code <= 0xe007e ? String.fromCharCode(code - 0xe0000) : undefined
}

function codePointName(char: string): string {
  return `U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
}
