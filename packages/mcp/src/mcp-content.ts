import type { ContentPart, ToolContent } from '@antiphon/core'
import { fileParts } from '@antiphon/core/calls'
import type { McpResult } from './types.js'

/**
 * The result of an MCP tool as one of ours: blocks become parts in their order, `structuredContent` becomes `details`. A
 * block of a kind this kit does not know stays as its JSON, so that model and reader see that there was one.
 */
export async function readMcpResult(result: McpResult): Promise<ToolContent> {
  const { content, structuredContent, isError, toolResult } = result
  const blocks: unknown[] = Array.isArray(content) ? content : []
  const parts = (await Promise.all(blocks.map(readBlock))).flat()
  const details = structuredContent ?? toolResult
  const [first] = parts
  const text =
    first === undefined
      ? details === undefined
        ? ''
        : JSON.stringify(details)
      : parts.length === 1 && first.type === 'text'
        ? String(first['text' as never])
        : parts
  return { content: text, ...(details !== undefined && { details }), ...(isError === true && { isError }) }
}

type Fields = Readonly<Record<string, unknown>>

async function readBlock(block: unknown): Promise<ContentPart[]> {
  const fields: Fields = isFields(block) ? block : {}
  const { type, text, data, resource } = fields
  if (type === 'text' && typeof text === 'string') return [{ type: 'text', text }]
  if ((type === 'image' || type === 'audio') && typeof data === 'string')
    return [media(mimeOf(fields, `${type}/*`), data)]
  if (type === 'resource' && isFields(resource)) {
    const name = nameOf(resource)
    if (typeof resource['text'] === 'string')
      return textFile(resource['text'], name, mimeOf(resource, 'text/plain'))
    if (typeof resource['blob'] === 'string')
      return [media(mimeOf(resource, 'application/octet-stream'), resource['blob'], name)]
  }
  if (type === 'resource_link' && typeof fields['uri'] === 'string')
    return [{ type: 'text', text: linkText(fields) }]
  return [{ type: 'text', text: JSON.stringify(block) ?? '' }]
}

/** An image or sound as such, everything else as a file. */
function media(type: string, base64: string, filename?: string): ContentPart {
  const url = `data:${type};base64,${base64}`
  if (type.startsWith('image/')) return { type: 'image_url', image_url: { url } }
  const sound = /^audio\/(?:x-)?(wav|mpeg|mp3)$/.exec(type)?.[1]
  if (sound)
    return { type: 'input_audio', input_audio: { data: base64, format: sound === 'wav' ? 'wav' : 'mp3' } }
  return { type: 'file', file: { file_data: url, ...(filename && { filename }) } }
}

/** The model reads the text, the reader can save the file. */
async function textFile(text: string, name: string, type: string): Promise<ContentPart[]> {
  const parts = await fileParts(new File([text], name, { type }))
  return parts.some((part) => part.type === 'text') ? parts : [{ type: 'text', text }, ...parts]
}

/** The link is named, not followed. The host decides whether to read it. */
function linkText(link: Fields): string {
  const word = (key: string): string => (typeof link[key] === 'string' ? link[key] : '')
  const size = typeof link['size'] === 'number' ? `${link['size']} bytes` : ''
  const about = [word('mimeType'), size].filter(Boolean).join(', ')
  const title = word('title') || word('name')
  const description = word('description')
  return [
    `Resource${title && ` "${title}"`}: ${word('uri')}`,
    about && ` (${about})`,
    description && `\n${description}`,
  ].join('')
}

/** The last word of the address. */
export function nameOf({ uri }: Fields): string {
  // Only its end is searched: looking for trailing slashes in a long text takes quadratic time.
  const path =
    typeof uri === 'string'
      ? uri
          .replace(/[?#].*$/s, '')
          .slice(-1_000)
          .replace(/(?<!\/)\/+$/, '')
      : ''
  const last = path.slice(path.lastIndexOf('/') + 1)
  try {
    return decodeURIComponent(last) || 'resource'
  } catch {
    return last
  }
}

export function mimeOf({ mimeType }: Fields, fallback: string): string {
  return typeof mimeType === 'string' && /^[\w.+-]+\/[\w.+*-]+$/.test(mimeType)
    ? mimeType.toLowerCase()
    : fallback
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
