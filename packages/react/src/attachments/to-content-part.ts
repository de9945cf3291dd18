import type { ContentPart } from '@antiphon/core'
import type { MediaKind } from './attachment-types.js'

/** Words of `input_audio.format` that differ from the subtype. */
const audioFormats: Readonly<Record<string, string>> = { mpeg: 'mp3', 'x-wav': 'wav', mp4: 'm4a' }

/** A file as it stands in the message (docs/attachments.md). `url` is a data URL or the address of an upload. */
export function toContentPart(kind: MediaKind, mediaType: string, name: string, url: string): ContentPart {
  if (kind === 'image') return { type: 'image_url', image_url: { url } }
  if (kind === 'audio') {
    const subtype = mediaType.slice(mediaType.indexOf('/') + 1)
    const data = url.startsWith('data:') ? url.slice(url.indexOf(',') + 1) : url
    return { type: 'input_audio', input_audio: { data, format: audioFormats[subtype] ?? subtype } }
  }
  return { type: 'file', file: { filename: name, file_data: url } }
}

/** A small text file as text of the message. What makes requests has the words for it, and is loaded by then. */
export async function toTextPart(mediaType: string, name: string, text: string): Promise<ContentPart> {
  const { textFileToText } = await import('@antiphon/core/connection')
  return { type: 'text', text: textFileToText({ name, mediaType, text }) }
}
