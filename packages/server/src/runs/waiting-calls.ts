import { createHash } from 'node:crypto'
import { pairToolCalls, type ChatController, type PendingApproval } from '@antiphon/core'
import type { WaitingCall } from './types.js'

/** A key that each process makes alike, bound to all that a person was shown. */
const keyOf = (callKey: string, ...shown: unknown[]): string =>
  `${callKey}#${createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22)}`

/** The key under which others know a question of the chat. The chat's own key differs in each process. */
export const approvalKey = (approval: PendingApproval): string => {
  const { callKey, callId, toolName, argumentsText, checks, form } = approval
  return keyOf(callKey, callId, toolName, argumentsText, checks, form)
}

/** The calls at the end of the thread that somebody has to answer, in their order. */
export function waitingCalls(chat: ChatController): WaitingCall[] {
  const { approvals } = chat.getState()
  const messages = chat.store.getMessages()
  const last = messages.findLastIndex(({ role }) => role !== 'tool')
  const answer = messages[last]
  if (answer?.role !== 'assistant' || answer.isError) return []
  const tools = new Map(chat.getConfig().tools?.map((tool) => [tool.name, tool]))
  return pairToolCalls(messages).calls.flatMap(
    ({ key: callKey, call, result, messageIndex }): WaitingCall[] => {
      if (messageIndex !== last || result || call.providerRun) return []
      const { name: toolName, arguments: argumentsText } = call.function
      const common = { messageId: answer.id, callKey, toolName }
      const approval = approvals.find((one) => one.callKey === callKey)
      if (approval) {
        const { argumentsText: shown, destructive } = approval
        const key = approvalKey(approval)
        return [
          { ...common, key, type: 'approval', argumentsText: shown, ...(destructive && { destructive }) },
        ]
      }
      const tool = tools.get(toolName)
      if (!tool || tool.execute) return []
      return [
        { ...common, key: keyOf(callKey, call.id, toolName, argumentsText), type: 'result', argumentsText },
      ]
    },
  )
}
