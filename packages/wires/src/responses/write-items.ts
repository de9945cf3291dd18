import { compact, type JsonObject } from '@antiphon/base'
import { contentToText, type ContentPart } from '@antiphon/core'
import { isKnownPart } from '@antiphon/core/message'
import { type ReportAdjustment, type RequestMessage } from '@antiphon/core/request'
import { reportKeys } from '../toolkit/native-request.js'
import { writeKept } from './write-kept.js'

/** The thread as items of `input`. An answer of this wire goes back as it came. */
export function writeItems(messages: readonly RequestMessage[], report: ReportAdjustment): JsonObject[] {
  const items: JsonObject[] = []
  /** The item of a call, by the id that its result has: a result is of the same kind. */
  const asked = new Map<string, JsonObject>()
  messages.forEach((message, at) => {
    const where = `request.messages[${at}]`
    switch (message.role) {
      case 'system':
      case 'developer':
        items.push({ role: message.role, content: contentToText(message.content) })
        return
      case 'user': {
        const { content } = message
        const parts = typeof content === 'string' ? content : writeParts(content, where, report)
        items.push({ role: 'user', content: parts })
        return
      }
      case 'tool':
        items.push(writeResult(message, asked.get(message.tool_call_id), where, report))
        return
      case 'assistant': {
        const { kept, content, tool_calls: calls = [] } = message
        if (kept) {
          items.push(...writeKept(kept, calls, asked, report, where))
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

function writeResult(
  result: ToolResult,
  asked: JsonObject | undefined,
  where: string,
  report: ReportAdjustment,
): JsonObject {
  const { tool_call_id: id, content, native } = result
  const { isError, isMissing } = native ?? {}
  switch (asked?.type) {
    case 'mcp_approval_request': {
      // Only a person's yes is one: a call that was stopped or never answered was not allowed.
      const approve = !isError && !isMissing
      return compact({
        type: 'mcp_approval_response',
        approval_request_id: id,
        approve,
        reason: approve ? undefined : content,
      })
    }
    case 'computer_call': {
      const picture = native?.parts?.find((part) => part.type === 'image_url')
      const sent = picture && writePart(picture, where, report)
      // Anything but a screenshot is refused here. Words alone go as they do for any call.
      if (!sent) break
      const output = { type: 'computer_screenshot', image_url: sent.image_url }
      const { pending_safety_checks: checks } = asked
      // A person saw them on the card and allowed the call (`pendingChecks`). Unless they are acknowledged, the request is refused.
      const more = Array.isArray(checks) && checks.length > 0 ? { acknowledged_safety_checks: checks } : {}
      return { type: 'computer_call_output', call_id: id, output, ...more }
    }
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
  const type = asked?.type === 'custom_tool_call' ? 'custom_tool_call_output' : 'function_call_output'
  return { type, call_id: id, output }
}

function writeParts(parts: readonly ContentPart[], where: string, report: ReportAdjustment): JsonObject[] {
  return parts.map((part, i): JsonObject => {
    const at = `${where}.content[${i}]`
    const written = writePart(part, at, report)
    if (written) return written
    const text = contentToText([part])
    report('part_as_text', at, part.type, text)
    return { type: 'input_text', text }
  })
}

function writePart(part: ContentPart, where: string, report: ReportAdjustment): JsonObject | undefined {
  if (!isKnownPart(part)) return undefined
  if (part.type === 'text') {
    reportKeys(part, ['type', 'text'], where, report)
    return { type: 'input_text', text: part.text }
  }
  if (part.type === 'image_url') {
    const { url, detail = 'auto', ...more } = part.image_url
    reportKeys({ ...part, ...more }, ['type', 'image_url'], where, report)
    return { type: 'input_image', image_url: url, detail }
  }
  if (part.type !== 'file') return undefined
  const { file_id: id, filename = 'file', file_data: data } = part.file
  const sent = id
    ? { file_id: id }
    : /^https?:/i.test(data ?? '')
      ? { file_url: data }
      : data && { filename, file_data: data }
  if (!sent) return undefined
  const known = ['type', 'file', ...Object.keys(sent), ...('file_url' in sent ? ['file_data'] : [])]
  reportKeys({ ...part, ...part.file }, known, where, report)
  return { type: 'input_file', ...sent }
}
