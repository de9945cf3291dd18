import type { ContentPart } from '../message/types.js'
import { cutText, headOf } from './serialise-result.js'

/** Bytes of pictures, sound and files that one result may have together: they go to the model with each request. */
export const MAX_FILE_BYTES = 10_000_000
const MAX_PARTS = 1_000

/**
 * A result as far as it is kept: `maxLength` characters of text, `MAX_FILE_BYTES` of everything else, 1,000 parts. Words
 * stand in for what is left out, so that model and reader know that there was more.
 */
export function limitContent(content: string | ContentPart[], maxLength: number): string | ContentPart[] {
  if (typeof content === 'string') return cutText(content, maxLength)
  const total = content.reduce((sum, part) => sum + (textOf(part)?.length ?? 0), 0)
  let text = maxLength
  let bytes = MAX_FILE_BYTES
  let isCut = false
  const kept: ContentPart[] = []
  for (const part of content) {
    const own = textOf(part)
    if (own === undefined) {
      const size = sizeOf(part)
      if (size <= bytes) kept.push(part)
      else kept.push(leftOut(nameOf(part), size))
      if (size <= bytes) bytes -= size
    } else if (own.length <= text) {
      kept.push(part)
      text -= own.length
    } else if (!isCut) {
      const head = headOf(own, text)
      const length = maxLength - text + head.length
      const words = `${head}\n[Cut: the first ${length} of ${total} characters are above.]`
      kept.push({ ...part, text: words })
      text = 0
      isCut = true
    }
  }
  const more = kept.length - MAX_PARTS
  if (more <= 0) return kept
  return [...kept.slice(0, MAX_PARTS), { type: 'text', text: `[Left out: ${more} more parts.]` }]
}

/** What stands for a file that is too large to be kept. */
export function leftOut(what: string, bytes: number): ContentPart {
  const size = (bytes / 1_000_000).toFixed(1)
  return {
    type: 'text',
    text: `[Left out: ${what} of ${size} MB. The pictures, sound and files of one result may have ${MAX_FILE_BYTES / 1_000_000} MB together.]`,
  }
}

function textOf(part: ContentPart): string | undefined {
  return part.type === 'text' && typeof part.text === 'string' ? part.text : undefined
}

/** Bytes, of which base64 makes four characters out of three. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return Math.floor((value.length * 3) / 4)
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, inner: unknown) => sum + sizeOf(inner), 0)
}

function nameOf({ type }: ContentPart): string {
  if (type === 'image_url') return 'an image'
  if (type === 'input_audio') return 'sound'
  return type === 'file' ? 'a file' : `a part of the kind "${headOf(type, 50)}"`
}
