import { base64ToBytes, bytesToBase64 } from '@antiphon/base'
import { applyEdits, type Edit } from './edits.js'
import { imageSegments, withoutSegments, type ImageSegment } from './image-metadata.js'
import type { Visitor, Where } from './visitor.js'

/** A shorter run is a word. */
const SHORTEST = 16

/** Six bits of each character of base64, in either alphabet; 64 for the others. */
const BITS = new Uint8Array(0x10000).fill(64)
for (const [bits, char] of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  .split('')
  .entries())
  BITS[char.charCodeAt(0)] = bits
BITS['-'.charCodeAt(0)] = 62
BITS['_'.charCodeAt(0)] = 63

/** How the base64 of images begins: PNG, JPEG, WebP, GIF. */
const IMAGE = /^(?:iVBORw|\/9j\/|UklGR|R0lGOD)/

/** A longer run that is not text counts as the bytes of a file. */
const LONG = 64

/** Visits what is written in base64: text, what images say beside the picture, other bytes. */
export function* editBase64(
  text: string,
  where: Where,
  visitor: Visitor,
  edit: (inner: string) => Generator<void, Edit[]>,
): Generator<void, Edit[]> {
  const edits: Edit[] = []
  for (const { run, index } of runsOf(text)) {
    const isUrlSafe = /[-_]/.test(run)
    const put = (start: number, end: number, bytes: Uint8Array): void => {
      const made = bytesToBase64(bytes)
      const safe = isUrlSafe ? made.replaceAll('+', '-').replaceAll('/', '_') : made
      const isPadded = run.endsWith('=') || run.length % 4 === 0
      edits.push({ start, end, text: isPadded ? safe : safe.replace(/(?<!=)=+$/, '') })
    }
    const isImage = IMAGE.test(run)
    const inner = isImage || !beginsAsText(run) ? undefined : wholeText(run)
    if (inner !== undefined) {
      const changes = yield* edit(inner)
      if (changes.length > 0)
        put(index, index + run.length, new TextEncoder().encode(applyEdits(inner, changes)))
      continue
    }
    const image = isImage ? bytesOf(run) : undefined
    const segments = image && imageSegments(image)
    const gone: ImageSegment[] = []
    for (const segment of segments ?? [])
      if (yield* visitor.segment(segment, { outer: where, inside: 'image' })) gone.push(segment)
    if (image && gone.length > 0) put(index, index + run.length, withoutSegments(image, gone))
    else if (run.length > LONG && visitor.bytes)
      for (const one of yield* visitor.bytes(run, { outer: where, inside: 'base64' }))
        edits.push({ ...one, start: index + one.start, end: index + one.end })
  }
  return edits
}

/** Where the next run of characters that base64 has begins; -1 for none. */
function nextRun(text: string, start: number): number {
  for (let from = start; from + SHORTEST <= text.length;) {
    // From the back: a character that base64 does not have ends every run that would reach over it.
    let at = from + SHORTEST - 1
    while (at >= from && BITS[text.charCodeAt(at)] !== 64) at--
    if (at < from) return from
    from = at + 1
  }
  return -1
}

/** Runs of characters that base64 has, with the padding behind them. */
function* runsOf(text: string): Generator<{ run: string; index: number }> {
  for (let from = nextRun(text, 0); from >= 0;) {
    let at = from + SHORTEST
    while (at < text.length && BITS[text.charCodeAt(at)] !== 64) at++
    let end = at
    while (end < at + 2 && text[end] === '=') end++
    yield { run: text.slice(from, end), index: from }
    from = nextRun(text, at + 1)
  }
}

/** Whether the first bytes could be text in UTF-8. Most words and numbers already fail here. */
function beginsAsText(run: string): boolean {
  let following = 0
  for (let at = 0; at + 4 <= run.length && at < 24; at += 4) {
    let bits = 0
    for (let i = 0; i < 4; i++) bits = (bits << 6) | (BITS[run.charCodeAt(at + i)]! & 63)
    for (const byte of [(bits >> 16) & 0xff, (bits >> 8) & 0xff, bits & 0xff]) {
      if (run[at + 3] === '=') return true
      const follows = byte >= 0x80 && byte < 0xc0
      if (follows !== following > 0) return false
      if (follows) following--
      else if ((byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13) || byte === 0x7f || byte > 0xf4)
        return false
      else following = byte < 0xc0 ? 0 : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3
    }
  }
  return true
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function bytesOf(run: string): Uint8Array | undefined {
  const plain = run
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/(?<!=)=+$/, '')
  // One character more than bytes make is none of it.
  return base64ToBytes(plain.length % 4 === 1 ? plain.slice(0, -1) : plain)
}

function wholeText(run: string): string | undefined {
  const bytes = bytesOf(run)
  return bytes && textOf(bytes)
}

/** The text that the bytes are, where they are some that a person could have written. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = decoder.decode(bytes)
    // oxlint-disable-next-line no-control-regex -- control characters are what tells bytes from text
    return /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(text) ? undefined : text
  } catch {
    return undefined
  }
}
