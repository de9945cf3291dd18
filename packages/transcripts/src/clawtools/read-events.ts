import type { AssistantMessage } from '@antiphon/core'
import { compact, field, type JsonObject, recordOf, wordOf } from '@antiphon/base'
import { wireUsage } from '../openai/responses.js'
import { type AgentEvent, type AgentReader, createCallWriter } from '../agents/agent-event.js'
import { createAnswerText } from '../agents/answer-text.js'
import { clawtoolsFormat } from './format.js'
import { messagesIn } from '../shared/define-format.js'

const REASONS: Record<string, string> = { toolUse: 'tool_calls', aborted: 'cancelled' }

/** Reads `StreamEvent` of clawtools and `AssistantMessageEvent` of the layer underneath. */
export function readClawtools(): AgentReader {
  const calls = createCallWriter()
  const said = createAnswerText()
  /** The content of the open block so far, and whether it is text or thinking. */
  let text = ''
  let block = ''

  /** Pieces and the whole block at its end hold the same text. A connector may send only the whole. */
  const rest = (key: 'content' | 'reasoning', content: unknown): AgentEvent[] => {
    const before = key === block ? text : ''
    text = block = ''
    return typeof content === 'string' && content.startsWith(before)
      ? said.piece(key, content.slice(before.length))
      : []
  }
  const piece = (key: 'content' | 'reasoning', delta: unknown): AgentEvent[] => {
    text = (key === block ? text : '') + wordOf(delta)
    block = key
    return said.piece(key, delta)
  }
  /** Facts that only the final message has: tokens, model, signatures of thinking. */
  const about = (message: unknown, usage?: unknown): AgentEvent[] => {
    const answer = parse(message)
    const counts = answer?.usage ? wireUsage(answer.usage) : simpleUsage(usage)
    const fields = compact({ usage: counts, model: answer?.model })
    const known: AgentEvent[] = Object.keys(fields).length > 0 ? [{ type: 'about', fields }] : []
    return [...said.thoughts(answer?.reasoning_details), ...known]
  }

  return (event) => {
    const { type, id, delta, content, contentIndex, toolCall, message } = recordOf(event)
    const key =
      typeof id === 'string' ? id : typeof contentIndex === 'number' ? `#${contentIndex}` : undefined
    switch (type) {
      case 'start':
        return []
      case 'text_start':
      case 'thinking_start':
        text = ''
        return []
      case 'text_delta':
        return piece('content', delta)
      case 'text_end':
        return rest('content', content)
      case 'thinking_delta':
        return piece('reasoning', delta)
      case 'thinking_end':
        return rest('reasoning', content)
      case 'toolcall_start':
        text = ''
        return [calls.start(key ?? '', { id: typeof id === 'string' ? id : undefined })]
      case 'toolcall_delta':
        return typeof delta === 'string' ? [calls.append(key, delta)] : []
      case 'toolcall_end': {
        const { id: callId, name, arguments: input, thoughtSignature } = recordOf(toolCall)
        const known = { id: str(callId), name: str(name), input, extras: signature(thoughtSignature) }
        return [calls.whole(key ?? str(callId), known)]
      }
      case 'done': {
        const reason = field(event, 'stopReason') ?? field(event, 'reason')
        const end = about(message, field(event, 'usage'))
        if (reason === 'error')
          return [...end, { type: 'failure', error: 'The connector ended with an error.' }]
        const word =
          typeof reason === 'string' ? (REASONS[reason] ?? reason) : calls.count > 0 ? 'tool_calls' : 'stop'
        return [...end, { type: 'finish', reason: word }, { type: 'over' }]
      }
      case 'error': {
        const { error } = recordOf(event)
        const said = field(error, 'errorMessage') ?? error
        const words = typeof said === 'string' && said ? said : 'The connector failed without a word.'
        return [...about(error), { type: 'failure', error: words }]
      }
      default:
        return [{ type: 'unknown', event }]
    }
  }
}

function simpleUsage(usage: unknown): JsonObject | undefined {
  const [input, output] = [field(usage, 'inputTokens'), field(usage, 'outputTokens')]
  if (typeof input !== 'number' && typeof output !== 'number') return undefined
  return compact({ prompt_tokens: input, completion_tokens: output })
}

function parse(message: unknown): AssistantMessage | undefined {
  const [answer] = field(message, 'role') === 'assistant' ? messagesIn(clawtoolsFormat, [message]) : []
  return answer?.role === 'assistant' ? answer : undefined
}
const str = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

function signature(value: unknown): JsonObject | undefined {
  return typeof value === 'string' ? { extra_content: { google: { thought_signature: value } } } : undefined
}
