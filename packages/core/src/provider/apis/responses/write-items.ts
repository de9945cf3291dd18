import { compact, type JsonObject } from '../../../lib/json.js'
import { contentToText, isKnownPart } from '../../../message/content.js'
import type { ContentPart } from '../../../message/types.js'
import type { ReportAdjustment, RequestMessage } from '../../request/types.js'
import { writeKept } from './write-kept.js'

/** The thread as items of `input`. An answer of this wire goes back as it came. */
export function writeItems(messages: readonly RequestMessage[], report: ReportAdjustment): JsonObject[] {
  const items: JsonObject[] = []
  /** What a call was, by the id that its result has: a result is of the same kind. */
  const kinds = new Map<string, string>()
  messages.forEach((message, at) => {
    const where = `request.messages[${at}]`
    switch (message.role) {
      case 'system':
      case 'developer':
        items.push({ role: message.role, content: message.content })
        return
      case 'user': {
        const { content } = message
        const parts = typeof content === 'string' ? content : writeParts(content, where, report)
        items.push({ role: 'user', content: parts })
        return
      }
      case 'tool':
        items.push(writeResult(message, kinds.get(message.tool_call_id) ?? '', where, report))
        return
      case 'assistant': {
        const { kept, content, tool_calls: calls = [] } = message
        if (kept) {
          items.push(...writeKept(kept, calls, kinds, report, where))
          return
        }
        const text = content === null ? '' : contentToText(content)
        if (text) items.push({ role: 'assistant', content: text })
        for (const { id, function: fn } of calls)
          items.push({ type: 'function_call', call_id: id, name: fn.name, arguments: fn.arguments })
      }
    }
  })
  return items
}

type ToolResult = Extract<RequestMessage, { role: 'tool' }>

function writeResult(result: ToolResult, kind: string, where: string, report: ReportAdjustment): JsonObject {
  const { tool_call_id: id, content, native } = result
  const { isError, isDenied } = native ?? {}
  switch (kind) {
    case 'mcp_approval_request':
      return compact({
        type: 'mcp_approval_response',
        approval_request_id: id,
        approve: !isDenied,
        reason: isDenied ? content : undefined,
      })
    case 'local_shell_call':
      return { type: 'local_shell_call_output', id, output: content }
    case 'apply_patch_call': {
      const status = isError ? 'failed' : 'completed'
      return { type: 'apply_patch_call_output', call_id: id, status, output: content }
    }
    case 'shell_call': {
      const outcome = { type: 'exit', exit_code: isError ? 1 : 0 }
      const output = [{ stdout: content, stderr: '', outcome }]
      return { type: 'shell_call_output', call_id: id, output }
    }
  }
  const output = native?.parts ? writeParts(native.parts, where, report) : content
  const type = kind === 'custom_tool_call' ? 'custom_tool_call_output' : 'function_call_output'
  return { type, call_id: id, output }
}

function writeParts(parts: readonly ContentPart[], where: string, report: ReportAdjustment): JsonObject[] {
  return parts.map((part, i): JsonObject => {
    const written = isKnownPart(part) ? writePart(part) : undefined
    if (written) return written
    const text = contentToText([part])
    report('part_as_text', `${where}.content[${i}]`, part.type, text)
    return { type: 'input_text', text }
  })
}

function writePart(part: ContentPart): JsonObject | undefined {
  if (!isKnownPart(part)) return undefined
  if (part.type === 'text') return { type: 'input_text', text: part.text }
  if (part.type === 'image_url')
    return { type: 'input_image', image_url: part.image_url.url, detail: part.image_url.detail ?? 'auto' }
  if (part.type !== 'file') return undefined
  const { file_id: id, filename = 'file', file_data: data } = part.file
  if (id) return { type: 'input_file', file_id: id }
  if (!data) return undefined
  return /^https?:/i.test(data)
    ? { type: 'input_file', file_url: data }
    : { type: 'input_file', filename, file_data: data }
}
