import { base64ToBytes, bytesToBase64 } from '@antiphon/base'

/** How a sound begins, by its media type. */
const BEGINNINGS: readonly [type: string, beginning: RegExp][] = [
  ['audio/wav', /^RIFF/],
  ['audio/mpeg', /^ID3|^\xff[\xe0-\xff]/],
  ['audio/ogg', /^OggS/],
  ['audio/flac', /^fLaC/],
  ['audio/webm', /^.E\xdf\xa3/s],
  ['audio/mp4', /^.{4}ftyp/s],
]

/** Samples a second of a sound that does not say it: what OpenAI and Gemini stream. */
const RATE = 24_000

/**
 * An address of a spoken answer that browsers can play. Streams carry bare samples, so those get the head of a WAV file:
 * 16 bit, one channel. Undefined for data that is not base64.
 *
 * @param data base64 of one piece or of several one after the other.
 * @param format its media type, such as `audio/L16;rate=24000`.
 */
export function spokenSound(data: string, format = ''): string | undefined {
  const bytes = joined(data)
  if (!bytes || bytes.length === 0) return undefined
  const head = String.fromCharCode(...bytes.subarray(0, 12))
  const type = BEGINNINGS.find(([, beginning]) => beginning.test(head))?.[0]
  if (type) return `data:${type};base64,${bytesToBase64(bytes)}`
  const isBare = format === '' || /l16|pcm/i.test(format)
  if (!isBare) return `data:${format.split(';')[0]!};base64,${bytesToBase64(bytes)}`
  const rate = Number(/rate=(\d+)/.exec(format)?.[1] ?? RATE)
  return `data:audio/wav;base64,${bytesToBase64(withHead(bytes, rate))}`
}

/** Each piece may have padding of its own. */
function joined(data: string): Uint8Array | undefined {
  const pieces = (data.match(/[^=\s]+=*/g) ?? []).map((piece) => base64ToBytes(piece))
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + (piece?.length ?? 0), 0))
  let at = 0
  for (const piece of pieces) {
    if (!piece) return undefined
    all.set(piece, at)
    at += piece.length
  }
  return all
}

/** The head of a WAV file of samples with 16 bit and one channel. */
function withHead(samples: Uint8Array, rate: number): Uint8Array {
  const wav = new Uint8Array(44 + samples.length)
  const view = new DataView(wav.buffer)
  const word = (at: number, text: string): void => {
    for (let i = 0; i < text.length; i++) view.setUint8(at + i, text.charCodeAt(i))
  }
  word(0, 'RIFF')
  view.setUint32(4, 36 + samples.length, true)
  word(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, rate * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  word(36, 'data')
  view.setUint32(40, samples.length, true)
  wav.set(samples, 44)
  return wav
}
