import type { ContentPart } from './types.js'

/**
 * The text of any `content`, with a bracketed word in place of what is not text: `[image]`, `[audio]`, `[file: name]`.
 * For requests to models that take text only, for copying and for search.
 */
export function contentToText(content: string | readonly ContentPart[] | null | undefined): string {
  if (content == null) return ''
  if (typeof content === 'string') return content
  return content.map(partToText).join('')
}

function partToText(part: ContentPart): string {
  switch (part.type) {
    case 'text':
      return typeof part.text === 'string' ? part.text : ''
    case 'image_url':
      return '[image]'
    case 'input_audio':
      return '[audio]'
    case 'file': {
      const name = (part as { file?: { filename?: unknown } }).file?.filename
      return typeof name === 'string' && name !== '' ? `[file: ${name}]` : '[file]'
    }
    default:
      return `[${part.type}]`
  }
}
