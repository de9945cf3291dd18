import { compact, field, type JsonObject } from '../../errors/is-record.js'
import { parseJson } from '../../errors/parse-json.js'
import { denialReason, denialText } from '../../message/denial.js'
import { TOOL_OUTCOME_KEY, type ToolCall, type ToolMessage } from '../../message/types.js'
import type { ReportLoss } from '../format-types.js'

export function isToolPart({ type }: JsonObject): boolean {
  return type === 'dynamic-tool' || (typeof type === 'string' && type.startsWith('tool-'))
}

/** A tool part is a call, and its result where there is one already. */
export function readToolPart(part: JsonObject): { call: ToolCall; result?: ToolMessage } {
  const id = typeof part.toolCallId === 'string' ? part.toolCallId : ''
  const name = part.type === 'dynamic-tool' ? part.toolName : String(part.type).slice('tool-'.length)
  const toolName = typeof name === 'string' ? name : ''
  const raw = part.input === undefined ? part.rawInput : JSON.stringify(part.input)
  const text = typeof raw === 'string' ? raw : raw === undefined ? '' : JSON.stringify(raw)
  const call: ToolCall = { id, type: 'function', function: { name: toolName, arguments: text } }
  const result = readResult(part)
  return result ? { call, result: { role: 'tool', tool_call_id: id, toolName, ...result } } : { call }
}

function readResult(
  part: JsonObject,
): Pick<ToolMessage, 'content' | 'isError' | 'details' | 'metadata'> | undefined {
  const { state, output, errorText } = part
  switch (state) {
    case 'output-available':
      if (typeof output === 'string') return { content: output }
      return output === undefined ? { content: '' } : { content: JSON.stringify(output), details: output }
    case 'output-error':
      return { content: typeof errorText === 'string' ? errorText : '', isError: true }
    case 'output-denied': {
      const reason = field(part.approval, 'reason')
      return {
        content: denialText(typeof reason === 'string' ? reason : undefined),
        metadata: { [TOOL_OUTCOME_KEY]: 'denied' },
      }
    }
    default:
      return undefined
  }
}

/** Arguments that are no JSON stay the raw text of an input that has not arrived whole. */
export function writeToolPart(
  call: ToolCall,
  result: ToolMessage | undefined,
  where: string,
  report: ReportLoss,
): JsonObject {
  const { name, arguments: text } = call.function
  const input = text === '' ? undefined : parseJson(text)
  const known = input === undefined ? { rawInput: text } : { input }
  const part = { type: `tool-${name}`, toolCallId: call.id }
  if (!result)
    return { ...part, state: input === undefined ? 'input-streaming' : 'input-available', ...known }
  const { content, details } = result
  if (result.metadata?.[TOOL_OUTCOME_KEY] === 'denied') {
    const reason = typeof content === 'string' ? denialReason(content) : content
    const approval = compact({ id: `approval-${call.id}`, approved: false, reason })
    return { ...part, state: 'output-denied', ...known, approval }
  }
  if (result.isError && typeof content === 'string')
    return { ...part, state: 'output-error', ...known, errorText: content }
  if (typeof content !== 'string') report('content', `${where}.content`, content, JSON.stringify(content))
  const isValue =
    typeof content !== 'string' || (details !== undefined && content === JSON.stringify(details))
  return { ...part, state: 'output-available', ...known, output: isValue ? (details ?? content) : content }
}
