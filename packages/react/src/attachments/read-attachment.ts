import type { ContentPart } from '@antiphon/core'
import { isTaken } from './limits.js'
import { SNIFF_BYTES, sniffMedia, utf16 } from './sniff-media.js'
import type {
  ImageSize,
  ResizeOptions,
  MediaKind,
  AttachmentItem,
  AttachmentOptions,
  ProblemCode,
} from './types.js'

/** Progress and end of a reading that can be stopped. */
interface ReadControl {
  signal: AbortSignal
  /** 0 to 1. */
  onProgress?(fraction: number): void
}

/**
 * A blob as a data URL of the given type. `FileReader` reports progress and makes the base64 outside of script.
 *
 * @throws DOMException `NotFoundError` or `NotReadableError` when the file was moved, deleted or changed.
 */
function readDataUrl(blob: Blob, mediaType: string, { signal, onProgress }: ReadControl): Promise<string> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const reader = new FileReader()
    const stop = (): void => reader.abort()
    signal.addEventListener('abort', stop)
    reader.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total)
    })
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error!))
    reader.addEventListener('abort', () => reject(signal.reason as Error))
    reader.addEventListener('loadend', () => signal.removeEventListener('abort', stop))
    reader.readAsDataURL(blob.slice(0, blob.size, mediaType))
  })
}

interface DecodedText {
  text: string
  /** Absent for UTF-8. */
  encoding?: string
}

/**
 * Decodes UTF-8, UTF-16 with a byte order mark, or else Windows-1252, which old spreadsheets write and which fits any
 * bytes.
 */
function decodeText(bytes: Uint8Array, utf16Label: string | undefined): DecodedText {
  if (utf16Label)
    return { text: new TextDecoder(utf16Label).decode(bytes), encoding: utf16Label.toUpperCase() }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' }
  }
}

/**
 * The image with its longest side at most `maxSide`, and both sizes; undefined when it is small enough. The turn that a
 * camera notes is applied, and its other notes (place, time) are gone with the re-encoding.
 *
 * @throws DOMException when the browser cannot read the image.
 */
async function resizeImage(
  file: Blob,
  mediaType: string,
  { maxSide, mediaType: wanted, quality = 0.9 }: ResizeOptions,
): Promise<{ blob: Blob; from: ImageSize; to: ImageSize } | undefined> {
  // A canvas keeps one picture of a moving one.
  if (mediaType === 'image/gif') return undefined
  const bitmap = await createImageBitmap(file)
  const from = { width: bitmap.width, height: bitmap.height }
  const scale = maxSide / Math.max(from.width, from.height)
  if (scale >= 1) {
    bitmap.close()
    return undefined
  }
  const side = (length: number): number => Math.max(1, Math.round(length * scale))
  const to = { width: side(from.width), height: side(from.height) }
  const canvas = new OffscreenCanvas(to.width, to.height)
  const context = canvas.getContext('2d')!
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, to.width, to.height)
  bitmap.close()
  return { blob: await canvas.convertToBlob({ type: wanted ?? mediaType, quality }), from, to }
}

/** Words of `input_audio.format` that differ from the subtype. */
const audioFormats: Readonly<Record<string, string>> = { mpeg: 'mp3', 'x-wav': 'wav', mp4: 'm4a' }

/** The message part for a file (docs/attachments.md). `url` is a data URL or the address of an upload. */
function toContentPart(kind: MediaKind, mediaType: string, name: string, url: string): ContentPart {
  if (kind === 'image') return { type: 'image_url', image_url: { url } }
  if (kind === 'audio') {
    const subtype = mediaType.slice(mediaType.indexOf('/') + 1)
    const data = url.startsWith('data:') ? url.slice(url.indexOf(',') + 1) : url
    return { type: 'input_audio', input_audio: { data, format: audioFormats[subtype] ?? subtype } }
  }
  return { type: 'file', file: { filename: name, file_data: url } }
}

/** A small text file as text of the message. The code that makes requests has the words for it and is loaded by then. */
async function toTextPart(mediaType: string, name: string, text: string): Promise<ContentPart> {
  const { textFileToText } = await import('@antiphon/core/provider')
  return { type: 'text', text: textFileToText({ name, mediaType, text }) }
}

export interface ReadSteps {
  signal: AbortSignal
  options: AttachmentOptions
  /** Cleaned and unique. */
  name: string
  onChange(change: Partial<AttachmentItem>): void
}

/** The result of reading a file: ready, refused for its type, or a problem. Rejects only when `signal` is aborted. */
export type ReadOutcome =
  | { state: 'ready'; change: Partial<AttachmentItem> & { part: ContentPart } }
  | { state: 'refused'; mediaType: string }
  | { state: 'error'; code: ProblemCode; detail?: string }

/**
 * Makes a content part of a file: checks its bytes, resizes it if asked, and uploads it if there is an `upload`, or else
 * reads it.
 */
export async function readAttachment(file: File, steps: ReadSteps): Promise<ReadOutcome> {
  const { signal, options, name, onChange } = steps
  let code: ProblemCode = 'unreadable'
  try {
    const bytes = new Uint8Array(await file.slice(0, SNIFF_BYTES).arrayBuffer())
    signal.throwIfAborted()
    const { kind, mediaType } = sniffMedia(bytes, file.name, file.type)
    if (!isTaken({ kind, mediaType }, options)) return { state: 'refused', mediaType }
    onChange({ kind, mediaType })

    let body: Blob = file
    let change: Partial<AttachmentItem> = {}
    let type = mediaType
    if (kind === 'image' && options.resizeImages) {
      code = 'resize'
      const resized = await resizeImage(file, mediaType, options.resizeImages)
      if (resized) {
        body = resized.blob
        type = body.type
        change = { size: body.size, mediaType: type, resized: { from: resized.from, to: resized.to } }
      }
    }

    if (options.upload) {
      code = 'upload'
      const upload = body === file ? file : new File([body], name, { type, lastModified: file.lastModified })
      const onProgress = (progress: number): void => onChange({ progress })
      const stored = await options.upload(upload, { signal, onProgress, kind, mediaType: type, name })
      signal.throwIfAborted()
      if (typeof stored === 'string')
        return { state: 'ready', change: { ...change, part: toContentPart(kind, type, name, stored) } }
      if (stored) return { state: 'ready', change: { ...change, part: stored } }
    }

    code = 'unreadable'
    const control = { signal, onProgress: (progress: number) => onChange({ progress }) }
    if (kind !== 'text') {
      const url = await readDataUrl(body, type, control)
      return { state: 'ready', change: { ...change, part: toContentPart(kind, type, name, url) } }
    }
    const whole = new Uint8Array(await file.arrayBuffer())
    signal.throwIfAborted()
    const { text, encoding } = decodeText(whole, utf16(bytes))
    // The first bytes are text, later ones are not.
    if (text.includes('\0')) return { state: 'refused', mediaType: 'application/octet-stream' }
    change = { ...change, ...(encoding && { encoding }) }
    if (file.size <= (options.inlineText ?? 0))
      return { state: 'ready', change: { ...change, part: await toTextPart(type, name, text) } }
    const url = await readDataUrl(new Blob([text]), type, control)
    return { state: 'ready', change: { ...change, part: toContentPart(kind, type, name, url) } }
  } catch (error) {
    signal.throwIfAborted()
    return { state: 'error', code, ...(error instanceof Error && { detail: error.message }) }
  }
}
