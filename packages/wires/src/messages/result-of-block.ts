import { field, isRecord, type JsonObject, textOf, safeStringify } from '@antiphon/base'
import type { ContentPart } from '@antiphon/core'
import type { ProviderRun } from '@antiphon/core/wire'

/** How a call of the provider ended, from the block that says it. */
export function readBlockResult({ content, is_error: flag }: JsonObject): ProviderRun {
  const type = textOf(field(content, 'type')) ?? ''
  const code = textOf(field(content, 'error_code'))
  const exit = field(content, 'return_code')
  const failed =
    flag === true || type.endsWith('_error') || code !== undefined || (typeof exit === 'number' && exit !== 0)
  return {
    result: code ?? resultOf(content),
    ...(failed && { isError: true }),
    ...(isRecord(content) && { details: content }),
  }
}

function resultOf(content: unknown): string | ContentPart[] {
  if (typeof content === 'string') return content
  if (Array.isArray(content)) return content.map(lineOf).filter(Boolean).join('\n')
  if (!isRecord(content)) return ''
  // The output of code: stdout, then stderr.
  if (typeof content.stdout === 'string' || typeof content.stderr === 'string')
    return [content.stdout, content.stderr].filter(Boolean).join('\n')
  return textOf(content.text) ?? safeStringify(content)
}

/** A text, or a page that was found: its title and its address, without what only the provider can read. */
function lineOf(entry: unknown): string {
  const text = textOf(field(entry, 'text'))
  if (text !== undefined) return text
  const url = textOf(field(entry, 'url'))
  if (url === undefined) return safeStringify(entry)
  const title = textOf(field(entry, 'title'))
  return title ? `${title}\n${url}` : url
}
