'use client'
import type { ApprovalAnswer, Chat, PendingApproval } from '@antiphon/core'
import { useMemo, useSyncExternalStore } from 'react'
import { useChatInstance } from '../chat/chat-context.js'

/**
 * A call that waits for a person, with what the person may answer. `approval.args` is what will run. An answer that
 * comes too late, or to arguments that have changed since they were shown, does nothing and says so (`stale`,
 * `asked-again`).
 */
export interface ToolApprovalControl {
  approval: PendingApproval
  /** This call, once. */
  allow(): Promise<ApprovalAnswer>
  /** This call and every later one of the tool; refused (`invalid`) for tools that are `destructive`. */
  allowInChat(): Promise<ApprovalAnswer>
  /** The model reads the reason. */
  deny(reason?: string): Promise<ApprovalAnswer>
  /** Other arguments, as a value or as JSON: they are checked, and asked about again. */
  edit(args: unknown): Promise<ApprovalAnswer>
}

/** Every call of the chat that waits for a person, in the order of the calls. Changes with the questions only. */
export function useToolApprovals(): readonly ToolApprovalControl[] {
  const chat = useChatInstance()
  const approvals = useSyncExternalStore(chat.subscribe, chat.getApprovals, chat.getApprovals)
  return useMemo(() => approvals.map((approval) => control(chat, approval)), [chat, approvals])
}

/** The question about one call, by its key (`messageId/position`); undefined while none is open. */
export function useToolApproval(callKey: string): ToolApprovalControl | undefined {
  const chat = useChatInstance()
  const read = (): PendingApproval | undefined =>
    chat.getApprovals().find((approval) => approval.callKey === callKey)
  const approval = useSyncExternalStore(chat.subscribe, read, read)
  return useMemo(() => approval && control(chat, approval), [chat, approval])
}

function control({ decideApproval }: Chat, approval: PendingApproval): ToolApprovalControl {
  const { key } = approval
  return {
    approval,
    allow: () => decideApproval(key, { type: 'allow' }),
    allowInChat: () => decideApproval(key, { type: 'allow-in-chat' }),
    deny: (reason) => decideApproval(key, { type: 'deny', reason }),
    edit: (args) => decideApproval(key, { type: 'edit', arguments: args }),
  }
}
