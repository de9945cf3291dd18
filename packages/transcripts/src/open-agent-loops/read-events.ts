import { field, isRecord, recordOf, wordOf } from '@antiphon/base'
import type { AgentEvent, AgentReader } from '../agents/agent-event.js'
import { createAnswerText } from '../agents/answer-text.js'
import { openAgentLoopsFormat } from './format.js'
import { messagesIn } from '../shared/define-format.js'

/** Reads `StreamEvent` of a model client and the events of the loop. */
export function readOpenAgentLoops(): AgentReader {
  let calls = 0
  let said = createAnswerText()
  /** Anything of an answer that has not ended yet. */
  let open = false

  const finish = (reason: unknown): AgentEvent => {
    const word = typeof reason === 'string' && reason ? reason : calls > 0 ? 'tool_calls' : 'stop'
    calls = 0
    said = createAnswerText()
    open = false
    return { type: 'finish', reason: word }
  }
  /** The stored message has content without deltas: signed thinking, and text that was never streamed. */
  const whole = (message: unknown): AgentEvent[] => {
    const [answer] = isRecord(message) ? messagesIn(openAgentLoopsFormat, [message]) : []
    if (answer?.role !== 'assistant') return []
    open = true
    const { content, reasoning, reasoning_details, tool_calls = [] } = answer
    const unseen = tool_calls.slice(calls)
    const news = unseen.map((call): AgentEvent => ({
      type: 'delta',
      delta: { tool_calls: [{ index: calls++, ...call }] },
    }))
    return [
      ...said.whole('reasoning', reasoning),
      ...said.thoughts(reasoning_details),
      ...said.whole('content', content),
      ...news,
    ]
  }

  return (event) => {
    const { type, text, message } = recordOf(event)
    switch (type) {
      case 'reasoning_delta':
      case 'text_delta':
        open = true
        return said.piece(type === 'text_delta' ? 'content' : 'reasoning', text)
      case 'tool_call':
        open = true
        return [
          {
            type: 'delta',
            delta: { tool_calls: [{ index: calls++, ...recordOf(field(event, 'toolCall')) }] },
          },
        ]
      case 'done': {
        const said = whole(message)
        return [
          ...said,
          finish(field(event, 'finishReason') ?? field(message, 'finishReason')),
          { type: 'over' },
        ]
      }
      case 'error':
        return [
          ...whole(message),
          { type: 'failure', error: field(event, 'error') ?? 'The model client failed.' },
        ]
      case 'message': {
        if (field(message, 'role') === 'assistant') {
          if (field(message, 'isError') === true)
            return [...whole(message), { type: 'failure', error: 'The stream of the model failed.' }]
          const said = whole(message)
          return [...said, finish(field(message, 'finishReason'))]
        }
        // `tool_end` has already reported the result, and the chat has the question.
        return /^(?:tool|user|system)$/.test(String(field(message, 'role')))
          ? []
          : [{ type: 'unknown', event }]
      }
      case 'tool_start':
        return open ? [finish('tool_calls')] : []
      case 'tool_end': {
        const { toolCallId, result, isError } = recordOf(event)
        const content = typeof result === 'string' ? result : JSON.stringify(result ?? '')
        return [
          {
            type: 'result',
            callId: wordOf(toolCallId),
            value: { content, ...(isError === true && { isError }) },
          },
        ]
      }
      case 'agent_end':
        return open ? [finish(undefined), { type: 'over' }] : [{ type: 'over' }]
      case 'agent_start':
      case 'turn_start':
        return []
      default:
        return [{ type: 'unknown', event }]
    }
  }
}
