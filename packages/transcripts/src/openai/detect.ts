import { field, isRecord, type JsonObject } from '@antiphon/base'
import { detectBy, hasPart, hasType, type Mark } from '../shared/define-format.js'
import type { Detection } from '../types.js'
import { firstEvent, isChunk } from './responses.js'

const marks: Mark[] = [
  {
    sign: 'tool_calls with function.arguments as text',
    weight: 4,
    of: hasPart((call) => typeof field(call.function, 'arguments') === 'string', 'tool_calls'),
  },
  { sign: 'tool_call_id', weight: 3, of: (m) => m.role === 'tool' && typeof m.tool_call_id === 'string' },
  {
    sign: 'parts of type image_url, input_audio or file',
    weight: 1,
    of: hasPart((part) =>
      ['image_url', 'input_audio', 'file'].some((type) => part.type === type && type in part),
    ),
  },
  {
    sign: 'role developer or function',
    weight: 2,
    of: (m) => m.role === 'developer' || m.role === 'function',
  },
  {
    sign: 'reasoning_content, reasoning_details, refusal or function_call',
    weight: 2,
    of: (m) => ['reasoning_content', 'reasoning_details', 'refusal', 'function_call'].some((key) => key in m),
  },
  {
    sign: 'fields of this kit',
    weight: 2,
    of: (m) => ['segments', 'reasoningSource', 'finishReasonRaw'].some((key) => key in m),
  },
  { sign: 'fields of open-agent-loops', weight: -3, of: (m) => 'finishReason' in m || 'toolName' in m },
  {
    sign: 'blocks of another system',
    weight: -6,
    of: hasType(
      'toolCall',
      'tool_use',
      'tool_result',
      'tool-call',
      'tool-result',
      'input_text',
      'server_tool_use',
    ),
  },
  {
    sign: 'toolCalls, toolCallId or parts',
    weight: -6,
    of: (m) => 'toolCalls' in m || 'toolCallId' in m || 'parts' in m,
  },
]

/** Is it chat-completions data, in any of its shapes? */
export function detectOpenAi(value: unknown): Detection {
  if (isRecord(value)) {
    if (isChunk(value)) return { certainty: 1, why: 'it is a chunk of a chat completion' }
    if (
      Array.isArray(value.choices) &&
      // An answer that a filter withheld has a finish reason and no message.
      value.choices.some((choice) => isRecord(choice) && ('message' in choice || 'finish_reason' in choice))
    ) {
      return { certainty: 1, why: 'it has choices of a completion' }
    }
  }
  const list = Array.isArray(value) ? value : isRecord(value) ? value.messages : undefined
  if (Array.isArray(list)) {
    if (list.some(isChunk)) return { certainty: 1, why: 'it is a list of chunks of a chat completion' }
    const inner = list.find((entry) => isRecord(entry) && Array.isArray(entry.messages)) as
      | JsonObject
      | undefined
    const first: unknown = inner?.messages ?? list.find(Array.isArray)
    if (first) {
      const { certainty, why } = detectBy(first, ROLES, marks)
      return { certainty: certainty * 0.95, why: `it is a list of conversations whose first has ${why}` }
    }
  }
  const single = isRecord(value) && typeof value.role === 'string' && !Array.isArray(value.messages)
  const found = detectBy(single ? [value] : list, ROLES, marks)
  const isRequest = isRecord(value) && typeof value.model === 'string' && Array.isArray(value.messages)
  return isRequest && found.certainty > 0.3
    ? { ...found, certainty: Math.min(1, found.certainty + 0.15) }
    : found
}

const ROLES = ['system', 'developer', 'user', 'assistant', 'tool', 'function']

/** Is this event stream one of chat-completions chunks? */
export function detectEventStream(text: string): Detection {
  const first = firstEvent(text)
  const certain = isChunk(first) || (isRecord(first) && ('choices' in first || 'error' in first))
  return certain
    ? { certainty: 1, why: 'it is an event stream of chat-completions chunks' }
    : { certainty: 0.3, why: 'it is an event stream, but its first event is not a chunk' }
}
