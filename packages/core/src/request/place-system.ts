import type { SystemMessage } from '../message/types.js'
import type { ReportAdjustment, RequestMessage, RequestPolicy } from './request-types.js'
import { plainText } from './user-content.js'

/**
 * Leading system messages become one: several are refused by some servers and mis-templated by others. A later one goes
 * where the policy says (wire-facts 1.1).
 */
export function placeSystem(
  out: RequestMessage[],
  { role: stored, content }: SystemMessage,
  { developerRole, lateSystem }: RequestPolicy,
  where: string,
  report: ReportAdjustment,
): void {
  const role = stored === 'developer' && developerRole === stored ? stored : 'system'
  const text = plainText(content, where, report)
  const head = out[0]
  const hasHead = head?.role === 'system' || head?.role === 'developer'
  const isLate = out.length > (hasHead ? 1 : 0)

  if (hasHead && (!isLate || lateSystem === 'merge')) {
    head.content = [head.content, text].filter(Boolean).join('\n\n')
    // One request should not hold both roles; the one that was asked for wins.
    if (role === 'developer') head.role = role
    report('system_merged', where, text, 'request.messages[0]')
  } else if (isLate && lateSystem === 'user') {
    const content = `[System message]\n${text}`
    out.push({ role: 'user', content })
    report('system_as_user', where, text, content)
  } else if (isLate && lateSystem === 'merge') {
    out.unshift({ role, content: text })
    report('system_merged', where, text, 'request.messages[0]')
  } else {
    out.push({ role, content: text })
  }
}
