/** A piece of an image file that holds no picture: text about it, such as who made it where. */
export interface ImageSegment {
  start: number
  end: number
  /** The readable text in it. */
  text: string
  /** It is compressed: what it holds is not known. */
  isUnread: boolean
}

const at = (bytes: Uint8Array, place: number): number => bytes[place] ?? 0
const short = (bytes: Uint8Array, place: number): number => (at(bytes, place) << 8) | at(bytes, place + 1)
const long = (bytes: Uint8Array, place: number): number =>
  short(bytes, place) * 0x10000 + short(bytes, place + 2)
const ascii = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, Math.min(to, from + 64)))

/** Words of a segment. Those of two bytes a character lose their zeros. */
function words(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes.slice(0, 1_000_000))
  // oxlint-disable-next-line no-control-regex -- control characters are what tells bytes from text
  const narrow = text.replaceAll(/(?:[\x20-\x7e]\0){3,}/g, (run) => run.replaceAll('\0', ''))
  // oxlint-disable-next-line no-control-regex -- control characters are what tells bytes from text
  const plain = narrow.replaceAll(/[\0-\x08\x0b-\x1f\x7f\ufffd]+/g, '\n')
  return /Exif/.test(plain.slice(0, 20)) || /^(?:II|MM)/.test(plain) ? `${plain}\n${placeOf(bytes)}` : plain
}

/** The metadata segments of an image file, or undefined for a file that is not PNG, JPEG, WebP or GIF. */
export function imageSegments(bytes: Uint8Array): ImageSegment[] | undefined {
  if (ascii(bytes, 1, 4) === 'PNG') return pngSegments(bytes)
  if (short(bytes, 0) === 0xffd8) return jpegSegments(bytes)
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return webpSegments(bytes)
  if (/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return gifSegments(bytes)
  return undefined
}

/** The file without these segments; the picture is the same. */
export function withoutSegments(bytes: Uint8Array, segments: readonly ImageSegment[]): Uint8Array {
  const kept: number[][] = []
  let from = 0
  for (const { start, end } of segments) {
    kept.push([from, start])
    from = end
  }
  kept.push([from, bytes.length])
  const made = new Uint8Array(kept.reduce((sum, [start = 0, end = 0]) => sum + end - start, 0))
  let length = 0
  for (const [start = 0, end = 0] of kept) {
    made.set(bytes.subarray(start, end), length)
    length += end - start
  }
  // A RIFF file says how long it is.
  if (ascii(made, 0, 4) === 'RIFF') new DataView(made.buffer).setUint32(4, made.length - 8, true)
  return made
}

function pngSegments(bytes: Uint8Array): ImageSegment[] {
  const found: ImageSegment[] = []
  for (let start = 8; start + 12 <= bytes.length;) {
    const type = ascii(bytes, start + 4, start + 8)
    const end = start + 12 + long(bytes, start)
    if (end > bytes.length) break
    const body = bytes.subarray(start + 8, end - 4)
    if (/^(?:tEXt|iTXt|zTXt|eXIf)$/.test(type)) {
      const isUnread = type === 'zTXt' || (type === 'iTXt' && body[body.indexOf(0) + 1] === 1)
      found.push({ start, end, text: isUnread ? '' : words(body), isUnread })
    }
    start = end
  }
  return found
}

function jpegSegments(bytes: Uint8Array): ImageSegment[] {
  const found: ImageSegment[] = []
  for (let start = 2; start + 4 <= bytes.length && bytes[start] === 0xff;) {
    const marker = at(bytes, start + 1)
    // The picture begins.
    if (marker === 0xda) break
    const end = start + 2 + short(bytes, start + 2)
    if (end > bytes.length) break
    if (marker === 0xe1 || marker === 0xed || marker === 0xfe)
      found.push({ start, end, text: words(bytes.subarray(start + 4, end)), isUnread: false })
    start = end
  }
  return found
}

function webpSegments(bytes: Uint8Array): ImageSegment[] {
  const found: ImageSegment[] = []
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let start = 12; start + 8 <= bytes.length;) {
    const size = view.getUint32(start + 4, true)
    const end = start + 8 + size + (size % 2)
    if (end > bytes.length) break
    if (/^(?:EXIF|XMP )$/.test(ascii(bytes, start, start + 4)))
      found.push({ start, end, text: words(bytes.subarray(start + 8, end)), isUnread: false })
    start = end
  }
  return found
}

function gifSegments(bytes: Uint8Array): ImageSegment[] {
  const found: ImageSegment[] = []
  const blocks = (from: number): number => {
    let place = from
    while (place < bytes.length && at(bytes, place) > 0) place += at(bytes, place) + 1
    return place + 1
  }
  const tableOf = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  for (let start = 13 + tableOf(at(bytes, 10)); start < bytes.length;) {
    const kind = at(bytes, start)
    if (kind === 0x2c) start = blocks(start + 11 + tableOf(at(bytes, start + 9)))
    else if (kind === 0x21) {
      const end = blocks(start + 2)
      const isText = at(bytes, start + 1) === 0xfe || ascii(bytes, start + 3, start + 6) === 'XMP'
      if (isText && end <= bytes.length)
        found.push({ start, end, text: words(bytes.subarray(start + 2, end)), isUnread: false })
      start = end
    } else break
  }
  return found
}

/** `GPS 52.52000, 13.40500` where EXIF data has a place (TIFF 6.0, EXIF 2.3 section 4.6.6). */
function placeOf(bytes: Uint8Array): string {
  const beginning = ascii(bytes, 0, 6).startsWith('Exif') ? 6 : 0
  const tiff = new DataView(bytes.buffer, bytes.byteOffset + beginning, bytes.byteLength - beginning)
  try {
    const isLittle = tiff.getUint16(0) === 0x4949
    const entries = (directory: number): Map<number, number> =>
      new Map(
        Array.from({ length: tiff.getUint16(directory, isLittle) }, (_, i) => directory + 2 + i * 12).map(
          (place) => [tiff.getUint16(place, isLittle), place + 8],
        ),
      )
    const gps = entries(tiff.getUint32(4, isLittle)).get(0x8825)
    if (gps === undefined) return ''
    const tags = entries(tiff.getUint32(gps, isLittle))
    const degrees = (tag: number, sign: number): string => {
      const place = tiff.getUint32(tags.get(tag)!, isLittle)
      const part = (i: number): number =>
        tiff.getUint32(place + i * 8, isLittle) / (tiff.getUint32(place + i * 8 + 4, isLittle) || 1)
      const isMinus = /[SW]/.test(String.fromCharCode(tiff.getUint8(tags.get(sign)!)))
      return ((part(0) + part(1) / 60 + part(2) / 3600) * (isMinus ? -1 : 1)).toFixed(5)
    }
    return `GPS ${degrees(2, 1)}, ${degrees(4, 3)}`
  } catch {
    // Broken EXIF data gives no location.
    return ''
  }
}
