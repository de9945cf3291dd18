import type { ContentPart } from '@antiphon/core'
import { imageAddress } from '../components/attachment/image-address.js'
import { splitFences } from '../components/user-message/split-fences.js'
import { isRecord, jsonText } from '../lib/json.js'
import type { ExportWords } from './export-words.js'
import { el, escape, join, revealed, type Html } from './html.js'
import { icon, type ExportIcon } from './icons.js'
import { codeHtml } from './markdown-html.js'

/** Content of a question or a result: plain text with its fences, images that are in the message, all else by its name. */
export function contentHtml(content: unknown, words: ExportWords, alt: string): Html {
  if (typeof content === 'string') return textHtml(content, words)
  if (!Array.isArray(content)) return content == null ? join([]) : json(content)
  return join(content.map((part: unknown) => partHtml(part, words, alt)))
}

function textHtml(text: string, words: ExportWords): Html {
  return join(
    splitFences(text).map((block) =>
      block.type === 'code'
        ? codeHtml(block.text, { language: block.lang }, words)
        : el('div', { class: 'text', dir: 'auto' }, revealed(block.text)),
    ),
  )
}

/** One part of a message. A part of an unknown type is shown by its type, with its JSON in a fold. */
export function partHtml(part: unknown, words: ExportWords, alt: string): Html {
  const record: Record<string, unknown> = isRecord(part) ? part : { type: typeof part, value: part }
  const { attachment } = words.strings
  switch (record.type as ContentPart['type']) {
    case 'text':
      if (typeof record.text === 'string') return textHtml(record.text, words)
      break
    case 'image_url': {
      const { image_url: image } = record
      return imageHtml(isRecord(image) ? image.url : image, words, alt)
    }
    case 'input_audio': {
      const audio = isRecord(record.input_audio) ? record.input_audio : {}
      return chip('audio', attachment.audio, typeof audio.format === 'string' ? audio.format : undefined)
    }
    case 'file': {
      const file = isRecord(record.file) ? record.file : {}
      const id = typeof file.file_id === 'string' ? attachment.fileId(file.file_id) : attachment.file
      return chip('file', typeof file.filename === 'string' && file.filename ? file.filename : id)
    }
  }
  const name = attachment.unknownPart(typeof record.type === 'string' ? record.type : '?')
  return el('details', { class: 'part' }, el('summary', {}, revealed(name)), json(record))
}

function imageHtml(url: unknown, words: ExportWords, alt: string): Html {
  const { attachment } = words.strings
  const address = imageAddress(url)
  if (address.kind === 'inline' && address.src.startsWith('data:'))
    return el('img', { class: 'picture', src: address.src, alt })
  if (address.kind !== 'remote') return chip('image', attachment.blockedImage)
  const link = el('a', { href: address.src, rel: 'noopener noreferrer nofollow' }, revealed(address.host))
  return el('span', { class: 'chip' }, icon('image'), escape(alt), link)
}

function chip(shape: ExportIcon, name: string, detail?: string): Html {
  return el(
    'span',
    { class: 'chip' },
    icon(shape),
    revealed(name),
    detail !== undefined && el('small', {}, revealed(detail)),
  )
}

function json(value: unknown): Html {
  const text = jsonText(value, 2)
  return el('pre', { tabindex: 0, role: 'group', 'aria-label': 'JSON' }, revealed(text))
}
