import { contentToText } from '../message/content-to-text.js'
import type { AssistantMessage, ContentPart, Message, ToolMessage } from '../message/types.js'
import { answerCalls } from './answer-calls.js'
import { replayReasoning, turnsToReplay } from './replay-reasoning.js'
import { prepareToolCalls } from './prepare-tool-calls.js'
import type { AssistantRequestMessage, RequestMessage, RequestPolicy } from './request-types.js'

/**
 * Turns a thread into the messages of a request. Local-only fields never leave; thinking goes back as the policy says
 * (default, the seed rule: only on turns with tool calls); every call is answered once, right after its turn and in
 * call order, under ids that are unique in the request; empty assistant turns are left out; leading system messages
 * are joined. The input is not changed.
 */
export function prepareRequestMessages(
  messages: readonly Message[],
  policy: RequestPolicy = {},
): RequestMessage[] {
  const wanted = turnsToReplay(messages, policy)
  const ids = new Set<string>()
  const out: RequestMessage[] = []

  messages.forEach((message, index) => {
    switch (message.role) {
      case 'system':
      case 'developer':
        addSystem(out, message.content, message.role === 'developer' && policy.developerRole === 'developer')
        return
      case 'user':
        out.push({ role: 'user', content: userContent(message.content) })
        return
      case 'assistant': {
        const calls = prepareToolCalls(message.tool_calls ?? [], ids)
        const wire = assistantMessage(message, calls, policy)
        if (wanted.has(index)) replayReasoning(wire, message, policy)
        if (!wire.tool_calls && !wire.content) return
        out.push(wire, ...answerCalls(message, calls, resultsAfter(messages, index)))
        return
      }
      // Results leave with the turn that they answer; a result that answers none would be refused.
      case 'tool':
        return
      default:
        message satisfies never
    }
  })
  return out
}

function addSystem(out: RequestMessage[], content: string, asDeveloper: boolean): void {
  const role = asDeveloper ? 'developer' : 'system'
  const last = out.at(-1)
  // Several leading system messages are refused by some servers and mis-templated by others (wire-facts 1.1).
  if (out.length === 1 && last?.role === role) last.content = `${last.content}\n\n${content}`
  else out.push({ role, content: content ?? '' })
}

/** Text-only arrays become a string: some templates know nothing else (wire-facts 1.3). */
function userContent(content: string | ContentPart[]): string | ContentPart[] {
  if (!Array.isArray(content)) return content ?? ''
  return content.every((part) => part.type === 'text') ? contentToText(content) : content
}

function assistantMessage(
  { content, refusal }: AssistantMessage,
  calls: AssistantRequestMessage['tool_calls'] = [],
  { emptyContent = null }: RequestPolicy,
): AssistantRequestMessage {
  if (calls.length > 0) return { role: 'assistant', content: content || emptyContent, tool_calls: calls }
  // A refusal is the answer; sent as text, since few servers take the field back.
  return { role: 'assistant', content: content || refusal || '' }
}

/** The results that belong to an assistant message: those up to the next one (the scope of pairing). */
function resultsAfter(messages: readonly Message[], index: number): ToolMessage[] {
  const results: ToolMessage[] = []
  for (let i = index + 1; messages[i] && messages[i]!.role !== 'assistant'; i++) {
    if (messages[i]!.role === 'tool') results.push(messages[i] as ToolMessage)
  }
  return results
}
