import { contentToText } from '../message/content-to-text.js'
import { matchResults } from '../message/match-results.js'
import type { AssistantMessage, ToolCall, ToolMessage } from '../message/types.js'
import type { RequestMessage } from './request-types.js'

/**
 * The results of one turn for the wire: one per call, in call order, under the ids that leave with the calls. A call
 * nobody answered gets a result that says so; servers refuse a turn with an open call (wire-facts 1.3, orphans).
 */
export function answerCalls(
  message: AssistantMessage,
  wireCalls: readonly ToolCall[],
  results: readonly ToolMessage[],
): RequestMessage[] {
  const { slots } = matchResults(message.tool_calls ?? [], results)
  return wireCalls.map((call, index) => {
    const result = slots[index]
    return {
      role: 'tool',
      tool_call_id: call.id,
      content: result ? contentToText(result.content) : 'No result was provided.',
    }
  })
}
