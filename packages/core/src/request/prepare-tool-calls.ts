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
  const keep = policy.callExtras !== 'drop'
  return calls.map((call, i) => {
    const at = `${where}.tool_calls[${i}]`
    const { id, type: _, function: stored, ...extras } = call
    const { name, arguments: text, ...functionExtras } = isRecord(stored) ? stored : ({} as typeof stored)
    const dropped = keep ? [] : [...Object.keys(extras), ...Object.keys(functionExtras)]
    if (dropped.length > 0) report('call_extras', at, dropped, undefined)
    const wire: ToolCall = {
      ...(keep && extras),
      id: wireId(id, at),
      type: 'function',
      function: {
        ...(keep && functionExtras),
        name: textOf(name) ?? 'unknown',
        arguments: argumentsText(text, `${at}.function.arguments`, report),
      },
    }
    if (!textOf(name)) report('call_name', `${at}.function.name`, name, 'unknown')
    signCall(wire, i === 0, message, policy, at, report)
    return wire
  })
}
