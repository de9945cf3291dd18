import { contentToText } from '../message/content-to-text.js'
import type { SystemMessage } from '../message/types.js'
import type { ReportAdjustment, RequestMessage, RequestPolicy } from './request-types.js'
import { userContent } from './user-content.js'

/**
 * Leading system messages become one: several are refused by some servers and mis-templated by others. A later one goes
 * where the policy says (wire-facts 1.1).
 */
export function placeSystem(
  out: RequestMessage[],
  message: SystemMessage,
  { developerRole, lateSystem }: RequestPolicy,
  where: string,
  report: ReportAdjustment,
): void {
  const role = message.role === developerRole ? developerRole : 'system'
  let content = contentToText(userContent(message.content, {}, where, report))
  const head = out[0]
  const hasHead = head?.role === 'system' || head?.role === 'developer'
  const late = out[hasHead ? 1 : 0] && (lateSystem ?? 'keep')

  if (late === 'user') {
    content = `[System message]\n${content}`
    out.push({ role: late, content })
  } else if (hasHead && late !== 'keep') {
    head.content = [head.content, content].filter(Boolean).join('\n\n')
    // One request should not hold both roles; the one that was asked for wins.
    if (role === 'developer') head.role = role
  } else {
    out[late === 'merge' ? 'unshift' : 'push']({ role, content })
    if (late !== 'merge') return
  }
  report(late === 'user' ? 'system_as_user' : 'system_merged', where, message.content, content)
}
