import {
  TOOL_OUTCOME_KEY,
  type Timing,
  type ToolCall,
  type ToolMessage,
  type ToolOutcome,
} from '../message/types.js'
import type { ToolContent } from './define-tool.js'

/** The message that answers `call` with what its tool returned. 0, false, null and '' are results. */
export function resultMessage(call: ToolCall, value: unknown, timing?: Timing): ToolMessage {
  const base = { role: 'tool' as const, tool_call_id: call.id, toolName: call.function.name, timing }
  if (isToolContent(value)) {
    const { content, details, isError } = value
    return {
      ...base,
      content,
      ...(details === undefined ? {} : { details }),
      ...(isError ? { isError } : {}),
    }
  }
  if (typeof value === 'string') return { ...base, content: value }
  if (value === undefined) return { ...base, content: '' }
  const text = serialise(value)
  if (text === undefined) {
    return failureMessage(call, 'failed', 'The tool returned a value that cannot be written as JSON.', timing)
  }
  return { ...base, content: text, details: value }
}

/** The message that answers `call` when it did not run or did not succeed. The model reads `content`. */
export function failureMessage(
  call: ToolCall,
  outcome: ToolOutcome,
  content: string,
  timing?: Timing,
): ToolMessage {
  return {
    role: 'tool',
    tool_call_id: call.id,
    toolName: call.function.name,
    content,
    isError: true,
    timing,
    metadata: { [TOOL_OUTCOME_KEY]: outcome },
  }
}

/** What a thrown value says, whatever was thrown. */
export function thrownText(error: unknown): string {
  if (error instanceof Error) return error.message || error.name
  if (typeof error === 'string' && error !== '') return error
  return (error == null ? undefined : serialise(error)) ?? 'The tool failed without saying why.'
}

function serialise(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

function isToolContent(value: unknown): value is ToolContent {
  if (typeof value !== 'object' || value === null) return false
  const keys = Object.keys(value)
  const { content } = value as { content?: unknown }
  return (
    (typeof content === 'string' || Array.isArray(content)) &&
    keys.every((key) => key === 'content' || key === 'details' || key === 'isError')
  )
}
