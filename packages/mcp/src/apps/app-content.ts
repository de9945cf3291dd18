import type { ContentPart, ToolMessage } from '@antiphon/core'
import { field, isRecord, textOf } from '@antiphon/base'
import { readMcpResult } from '../mcp-content.js'
import type { McpResult } from '../types.js'

/** A stored result as the server would have sent it, for an app that is shown again. */
export function resultForApp({ content, details, isError }: ToolMessage): McpResult {
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content.map(blockOf)
  return {
    content: parts,
    ...(isRecord(details) && { structuredContent: details }),
    ...(isError === true && { isError }),
  }
}

const DATA_URL = /^data:([^;,]+);base64,(.*)$/s

function blockOf(part: ContentPart): object {
  if (part.type === 'text') return { type: 'text', text: String(field(part, 'text')) }
  const sound = field(part, 'input_audio')
  if (part.type === 'input_audio' && isRecord(sound))
    return {
      type: 'audio',
      data: sound['data'],
      mimeType: sound['format'] === 'wav' ? 'audio/wav' : 'audio/mpeg',
    }
  const url = field(field(part, 'image_url'), 'url') ?? field(field(part, 'file'), 'file_data')
  const [, mimeType, data] = (typeof url === 'string' && DATA_URL.exec(url)) || []
  if (mimeType === undefined) return { type: 'text', text: JSON.stringify(part) }
  if (part.type === 'image_url') return { type: 'image', data, mimeType }
  const name = field(field(part, 'file'), 'filename')
  const uri = `file:///${encodeURIComponent(typeof name === 'string' ? name : 'file')}`
  return { type: 'resource', resource: { uri, mimeType, blob: data } }
}

/** A message from an app: its parts, and the text that a person reads before it is sent. */
export interface AppSaid {
  parts: ContentPart[]
  text: string
}

/** Blocks of MCP, or a value, as parts of a message; null when there is nothing in them. */
export async function readSaid(content: unknown, structuredContent?: unknown): Promise<AppSaid | null> {
  const blocks = Array.isArray(content) ? content : []
  const result = await readMcpResult({ content: blocks, structuredContent })
  const parts: ContentPart[] =
    typeof result.content === 'string' ? [{ type: 'text', text: result.content }] : result.content
  if (blocks.length > 0 && structuredContent !== undefined)
    parts.push({ type: 'text', text: JSON.stringify(structuredContent, null, 2) })
  const text = parts.map((part) => textOf(field(part, 'text')) ?? `[${part.type}]`).join('\n\n')
  return text.trim() === '' ? null : { parts, text }
}
