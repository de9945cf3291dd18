import { field, textOf } from '../errors/is-record.js'
import { contentToText } from '../message/content-to-text.js'
import { readTextFile, textFileToText } from '../message/text-file.js'
import type { ContentPart } from '../message/types.js'
import type { RequestPolicy } from './request-types.js'

/** One part of a message as it leaves, and by which rule it was changed; no rule: it goes as it is stored. */
export interface WirePart {
  part: ContentPart
  /**
   * `file_as_text`: a text file, as its text under its name. `file_as_document`: a PDF in Mistral's shape.
   * `part_as_text`: nothing of it but its name leaves, since the server takes no such part.
   */
  rule?: 'file_as_text' | 'file_as_document' | 'part_as_text'
}

type PartPolicy = Pick<RequestPolicy, 'userParts' | 'imageUrls' | 'textFiles'>

/**
 * What becomes of a part of a user's message at a server (wire-facts 1.3). Requests are made by it, and a message box can
 * ask before anything is sent: what has the rule `part_as_text` the model will not see.
 */
export function wirePart(
  part: ContentPart,
  { userParts, imageUrls, textFiles = 'text' }: PartPolicy,
): WirePart {
  const { type } = part
  const file = textFiles === 'text' ? readTextFile(part) : undefined
  if (file) return { part: { type: 'text', text: textFileToText(file) }, rule: 'file_as_text' }
  if (type === 'image_url' && imageUrls === 'dataOnly') {
    const image = field(part, 'image_url')
    const url = textOf(field(image, 'url') ?? image) ?? ''
    if (!/^data:/i.test(url)) return named(`[image: ${url}]`)
  }
  if (type === 'text' || !userParts || userParts.includes(type)) return { part }
  const pdf = textOf(field(field(part, 'file'), 'file_data')) ?? ''
  if (type === 'file' && userParts.includes('document_url') && /^data:application\/pdf[;,]/i.test(pdf))
    return { part: { type: 'document_url', document_url: pdf }, rule: 'file_as_document' }
  return named(contentToText([part]))
}

function named(text: string): WirePart {
  return { part: { type: 'text', text }, rule: 'part_as_text' }
}
