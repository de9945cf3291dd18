import { compact, type JsonObject } from '@antiphon/base'
import { contentToText, type ContentPart } from '@antiphon/core'
import { isKnownPart } from '@antiphon/core/message'
import { type ReportAdjustment, type RequestMessage } from '@antiphon/core/request'
import { reportKeys } from '../toolkit/native-request.js'
import { writeCall, writeKept } from './write-kept.js'

interface Turn {
  role: 'user' | 'assistant'
  content: JsonObject[]
}

/** The thread as messages that take turns: neighbours of one role are merged, and results come first in theirs. */
export function writeMessages(messages: readonly RequestMessage[], report: ReportAdjustment): unknown[] {
  const turns: Turn[] = []
  const add = (role: Turn['role'], blocks: JsonObject[]): void => {
    const last = turns.at(-1)
    if (last?.role === role) last.content.push(...blocks)
    else turns.push({ role, content: blocks })
  }
  messages.forEach((message, at) => {
    const where = `request.messages[${at}]`
    switch (message.role) {
      case 'assistant': {
        const blocks = writeAnswer(message, report, where)
        if (blocks.length > 0) add('assistant', blocks)
        return
      }
      case 'tool':
        return add('user', [writeResult(message, where, report)])
      default: {
        const { content } = message
        const parts: readonly ContentPart[] =
          typeof content === 'string' ? [{ type: 'text', text: content }] : content
        return add('user', writeParts(parts, where, report))
      }
    }
  })
  if (turns[0]?.role === 'assistant') {
    turns.unshift({ role: 'user', content: [{ type: 'text', text: '…' }] })
    report('first_user', 'request.messages[0]', undefined, '…')
  }
  return turns.map(({ role, content }) => {
    const [only, more] = content
    const isPlain = !more && only?.type === 'text' && Object.keys(only).length === 2
    return { role, content: isPlain ? only.text : content }
  })
}

type Answer = Extract<RequestMessage, { role: 'assistant' }>

function writeAnswer(
  { kept, content, tool_calls: calls = [] }: Answer,
  report: ReportAdjustment,
  where: string,
): JsonObject[] {
  if (kept) return writeKept(kept, calls, report, where)
  const text = content === null ? '' : contentToText(content)
  return [...(text.trim() ? [{ type: 'text', text }] : []), ...calls.map(writeCall)]
}

type ToolResult = Extract<RequestMessage, { role: 'tool' }>

function writeResult(
  { tool_call_id: id, content, native }: ToolResult,
  where: string,
  report: ReportAdjustment,
): JsonObject {
  const parts = native?.parts && writeParts(native.parts, where, report)
  return compact({
    type: 'tool_result',
    tool_use_id: id,
    content: parts ?? content,
    is_error: native?.isError,
  })
}

function writeParts(parts: readonly ContentPart[], where: string, report: ReportAdjustment): JsonObject[] {
  return parts.flatMap((part, i): JsonObject[] => {
    const at = `${where}.content[${i}]`
    const written = writePart(part, at, report)
    if (written) return [written]
    const text = contentToText([part])
    // An empty block is refused.
    if (part.type === 'text') {
      reportKeys(part, ['type', 'text'], at, report)
      return []
    }
    report('part_as_text', at, part.type, text)
    return [{ type: 'text', text }]
  })
}

/** A part as a block; undefined for what the wire has no block for. Further keys, such as `cache_control`, stay. */
function writePart(part: ContentPart, where: string, report: ReportAdjustment): JsonObject | undefined {
  if (!isKnownPart(part)) return undefined
  if (part.type === 'text') return part.text.trim() ? { ...part } : undefined
  if (part.type === 'image_url') {
    const { type: _, image_url: image, ...more } = part
    reportKeys(image, ['url'], where, report)
    return { type: 'image', source: sourceOf(image.url), ...more }
  }
  if (part.type !== 'file') return undefined
  const { type: _, file, ...more } = part
  const { file_id, filename: title, file_data: data = '' } = file
  const isDocument = /^(?:data:application\/pdf[;,]|https?:)/i.test(data)
  const source = file_id ? { type: 'file', file_id } : isDocument ? sourceOf(data) : undefined
  if (!source) return undefined
  reportKeys(file, ['filename', file_id ? 'file_id' : 'file_data'], where, report)
  return compact({ type: 'document', source, title, ...more })
}

function sourceOf(url: string): JsonObject {
  const inline = /^data:([^;,]+)(?=;)[^,]*;base64,/i.exec(url)
  if (!inline) return { type: 'url', url }
  return { type: 'base64', media_type: inline[1]!.toLowerCase(), data: url.slice(inline[0].length) }
}
