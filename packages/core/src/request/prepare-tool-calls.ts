import { isRecord, textOf } from '../errors/is-record.js'
import type { AssistantMessage, ToolCall } from '../message/types.js'
import { argumentsText } from './arguments-text.js'
import type { ReportAdjustment, RequestPolicy } from './request-types.js'
import { signCall } from './sign-call.js'

/**
 * Calls as they leave: `type` always there, arguments always a JSON object in a string (many servers parse them and
 * refuse the rest), ids unique in the whole request. Unknown keys such as Gemini's `extra_content` go back verbatim
 * unless the policy drops them (wire-facts 1.3, 2.5).
 */
export function prepareToolCalls(
  message: AssistantMessage,
  calls: readonly ToolCall[],
  wireId: (id: unknown, where: string) => string,
  policy: RequestPolicy,
  where: string,
  report: ReportAdjustment,
): ToolCall[] {
  return calls.map((call, i) => {
    const at = `${where}.tool_calls[${i}]`
    const { id, type: _, function: stored, ...extras } = call
    const { name, arguments: text, ...more } = isRecord(stored) ? stored : ({} as typeof stored)
    const isKept = policy.callExtras !== 'drop'
    const dropped = isKept ? [] : Object.keys({ ...extras, ...more })
    if (dropped.length > 0) report('call_extras', at, dropped)
    if (!textOf(name)) report('call_name', at, name, 'unknown')
    const wire: ToolCall = {
      ...(isKept && extras),
      id: wireId(id, at),
      type: 'function',
      function: {
        ...(isKept && more),
        name: textOf(name) ?? 'unknown',
        arguments: argumentsText(text, at, report),
      },
    }
    signCall(wire, i, message, policy, at, report)
    return wire
  })
}
