import type { MediaKind } from './types.js'

export interface Sniffed {
  kind: MediaKind
  mediaType: string
}

/** How many bytes `sniffMedia` looks at. */
export const SNIFF_BYTES = 4_096

const ascii = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to))

/** First bytes of formats, the clearest first. A function where the mark has no fixed place. */
const marks: readonly [mediaType: string, mark: string | ((bytes: Uint8Array) => boolean)][] = [
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/gif', 'GIF8'],
  ['image/webp', (bytes) => ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP'],
  ['audio/wav', (bytes) => ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WAVE'],
  ['application/pdf', (bytes) => ascii(bytes, 0, 1_024).includes('%PDF-')],
  ['audio/mpeg', 'ID3'],
  ['audio/flac', 'fLaC'],
  ['audio/ogg', 'OggS'],
  ['image/heic', (bytes) => brand(bytes, /^(hei[cfmsx]|hev[cmsx]|mif1|msf1)/)],
  ['image/avif', (bytes) => brand(bytes, /^avi[fs]/)],
  ['audio/mp4', (bytes) => brand(bytes, /^M4[AB] /)],
  ['video/mp4', (bytes) => brand(bytes, /^/)],
  ['video/webm', '\x1aE\xdf\xa3'],
  ['image/tiff', 'II*\0'],
  ['image/tiff', 'MM\0*'],
  ['application/zip', 'PK\x03\x04'],
  ['application/gzip', '\x1f\x8b'],
  ['application/x-executable', '\x7fELF'],
  ['application/wasm', '\0asm'],
]

const textMarks: typeof marks = [['application/pdf', '%PDF-']]

function brand(bytes: Uint8Array, expected: RegExp): boolean {
  return ascii(bytes, 4, 8) === 'ftyp' && expected.test(ascii(bytes, 8, 12))
}

/** Text types by the ending of the name. The system's type is not used: most systems call `.ts` a video. */
const textTypes: Readonly<Record<string, string>> = {
  json: 'application/json',
  jsonl: 'application/x-ndjson',
  ndjson: 'application/x-ndjson',
  xml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  toml: 'application/toml',
  sql: 'application/sql',
  svg: 'image/svg+xml',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  md: 'text/markdown',
  html: 'text/html',
  htm: 'text/html',
  css: 'text/css',
  js: 'text/javascript',
}

/**
 * The media type of a file. Its first bytes decide, then whether they are text. The name only chooses among text types. The
 * system's type only names unknown files.
 */
export function sniffMedia(bytes: Uint8Array, name: string, declared = ''): Sniffed {
  // Every format below has control characters near its beginning, except some PDFs. So bytes that read as text are text.
  const isText = looksLikeText(bytes)
  for (const [mediaType, mark] of isText ? textMarks : marks) {
    const fits = typeof mark === 'string' ? ascii(bytes, 0, mark.length) === mark : mark(bytes)
    if (fits) return { kind: kindOf(mediaType), mediaType }
  }
  // A frame of MP3 without a tag: eleven set bits, and neither layer nor rate of a reserved kind.
  const [first = 0, second = 0, third = 0] = bytes
  if (!isText && first === 0xff && (second & 0xe6) === 0xe2 && third >> 4 !== 0xf)
    return { kind: 'audio', mediaType: 'audio/mpeg' }
  if (isText) {
    const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
    return { kind: 'text', mediaType: textTypes[ending] ?? 'text/plain' }
  }
  const known = /^[\w.+-]+\/[\w.+-]+$/.test(declared) && !/^text\/|json|xml/.test(declared)
  return {
    kind: 'other',
    mediaType: known && !/^(image|audio)\//.test(declared) ? declared : 'application/octet-stream',
  }
}

function kindOf(mediaType: string): MediaKind {
  if (mediaType === 'application/pdf') return 'pdf'
  const kind = mediaType.slice(0, mediaType.indexOf('/'))
  return kind === 'image' || kind === 'audio' ? kind : 'other'
}

/** No control characters but those of text, or a mark of UTF-16 in front. */
function looksLikeText(bytes: Uint8Array): boolean {
  if (utf16(bytes)) return true
  return bytes.every((byte) => byte >= 0x20 || (byte >= 0x08 && byte <= 0x0d) || byte === 0x1b)
}

/** The label of UTF-16 text that begins with its mark. */
export function utf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined
}
