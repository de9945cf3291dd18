import { approvalText, bindApproval } from '../tools/bind-approval.js'
import type { PreparedCall } from '../tools/tool-gate.js'
import type { PendingApproval } from './approval-types.js'

/**
 * What a person is shown before a call runs.
 *
 * @throws TypeError when its arguments cannot be shown.
 */
export function describeApproval(
  { index: callIndex, call, callKey, tool, args }: PreparedCall,
  about: Pick<PendingApproval, 'threadId' | 'messageId' | 'since' | 'originalText'>,
): PendingApproval {
  const { threadId, messageId, since, originalText } = about
  const argumentsText = approvalText(tool.name, args)
  const bound = { threadId, messageId, callIndex, callId: call.id, toolName: tool.name, argumentsText }
  const hash = bindApproval(bound)
  return {
    ...bound,
    key: `${callKey}#${hash}`,
    hash,
    callKey,
    args,
    destructive: tool.destructive ?? false,
    since,
    ...(originalText !== undefined && { originalText }),
  }
}
