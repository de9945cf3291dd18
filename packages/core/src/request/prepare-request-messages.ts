import { isRecord } from '../errors/is-record.js'
import type { Message, ToolCall } from '../message/types.js'
import { answerCalls } from './answer-calls.js'
import { arrangeTurns } from './arrange-turns.js'
import { assistantText } from './assistant-text.js'
import { createCallIds } from './call-ids.js'
import { placeSystem } from './place-system.js'
import { prepareToolCalls } from './prepare-tool-calls.js'
import { createReplay } from './replay-reasoning.js'
import type {
  AssistantRequestMessage,
  ReportAdjustment,
  RequestMessage,
  RequestPolicy,
} from './request-types.js'
import { userContent } from './user-content.js'

/**
 * Turns a thread into the messages of a request. Local-only fields never leave; thinking goes back as the policy says
 * (default, the seed rule: only on turns with tool calls); every call is answered once, right after its turn and in
 * call order, under ids that are unique in the request; empty assistant turns are left out; leading system messages
 * are joined. The input is not changed. `report` is told of everything that leaves otherwise than it is stored.
 * `isPrefill`: the last answer is the beginning of the next one, so its thinking goes with it.
 */
export function prepareRequestMessages(
  messages: readonly Message[],
  policy: RequestPolicy = {},
  report: ReportAdjustment = () => {},
  isPrefill = false,
): RequestMessage[] {
  const wireId = createCallIds(policy, report)
  const replay = createReplay(messages, policy, report, isPrefill)
  const out: RequestMessage[] = []
  /** Results behind the current answer that fit none of its calls. */
  let orphans: ReadonlySet<unknown> | undefined

  messages.forEach((message, index) => {
    const where = `messages[${index}]`
    switch (message?.role) {
      case 'system':
      case 'developer':
        placeSystem(out, message, policy, where, report)
        return
      case 'user':
        out.push({ role: 'user', content: userContent(message.content, policy, where, report) })
        return
      case 'assistant': {
        const stored: unknown = message.tool_calls
        const calls = Array.isArray(stored) ? stored.filter((call): call is ToolCall => isRecord(call)) : []
        const sent = prepareToolCalls(message, calls, wireId, policy, where, report)
        const { answers, orphans: rest } = answerCalls(messages, index, calls, sent, policy, report)
        orphans = rest
        const text = assistantText(message, where, report)
        if (!text && sent.length === 0) {
          report('empty_turn', where, message.content)
          return
        }
        const { emptyContent = null } = policy
        const wire: AssistantRequestMessage = { role: 'assistant', content: text || emptyContent }
        if (sent.length > 0) wire.tool_calls = sent
        replay(wire, message, index, where)
        out.push(wire, ...answers)
        return
      }
      // Results leave with the turn that they answer; a result that answers none would be refused.
      case 'tool':
        if (!orphans || orphans.has(message)) report('orphan_result', where, message.tool_call_id)
        return
      default:
        message satisfies never
        report('unknown_role', where, message)
    }
  })
  return arrangeTurns(out, policy, report)
}
