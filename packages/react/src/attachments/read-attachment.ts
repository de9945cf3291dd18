import type { ContentPart } from '@antiphon/core'
import { isTaken } from './attachment-limits.js'
import type { AttachmentItem, AttachmentOptions, ProblemCode } from './attachment-types.js'
import { decodeText, readDataUrl } from './read-blob.js'
import { resizeImage } from './resize-image.js'
import { SNIFF_BYTES, sniffMedia, utf16 } from './sniff-media.js'
import { toContentPart, toTextPart } from './to-content-part.js'

export interface ReadSteps {
  signal: AbortSignal
  options: AttachmentOptions
  /** Cleaned and unique. */
  name: string
  onChange(change: Partial<AttachmentItem>): void
}

/** What came of a file: ready, refused for its type, or a problem. Rejects only when `signal` is aborted. */
export type ReadOutcome =
  | { state: 'ready'; change: Partial<AttachmentItem> & { part: ContentPart } }
  | { state: 'refused'; mediaType: string }
  | { state: 'error'; code: ProblemCode; detail?: string }

/** From a file to its content part: look, resize if asked, upload if there is somewhere, else read. */
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
    // Text up to where it was looked at, and then bytes.
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
