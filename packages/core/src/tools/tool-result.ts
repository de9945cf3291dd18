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
  const base = { role: 'tool', tool_call_id: call.id, toolName: call.function.name, timing } as const
  if (isToolContent(value)) return { ...base, ...value }
  if (typeof value === 'string') return { ...base, content: value }
  if (value === undefined) return { ...base, content: '' }
  const content = serialise(value)
  return content === undefined
    ? failureMessage(call, 'failed', 'The tool returned a value that cannot be written as JSON.', timing)
    : { ...base, content, details: value }
}

/** The message that answers `call` when it did not run or did not succeed. The model reads `content`. */
export function failureMessage(
  call: ToolCall,
  outcome: ToolOutcome,
  content: string,
  timing?: Timing,
): ToolMessage {
  const metadata = { [TOOL_OUTCOME_KEY]: outcome }
  return { ...resultMessage(call, content, timing), isError: true, metadata }
}

/** What a thrown value says, whatever was thrown. */
export function thrownText(error: unknown): string {
  if (error instanceof Error) return error.message || error.name
  const text = typeof error === 'string' ? error : error == null ? '' : serialise(error)
  return text || 'The tool failed without saying why.'
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
  const { content } = value as { content?: unknown }
  return (
    (typeof content === 'string' || Array.isArray(content)) &&
    Object.keys(value).every((key) => /^(content|details|isError)$/.test(key))
  )
}
