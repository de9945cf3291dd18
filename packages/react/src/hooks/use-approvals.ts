'use client'

import { type ChatController, type ChatState, type PendingApproval, type PersonAnswer } from '@antiphon/core'
import { useMemo, useSyncExternalStore } from 'react'
import { useChatInstance } from '../chat/chat-context.js'

type ApprovalAnswer = ReturnType<ChatController['decideApproval']>
type PendingQuestion = NonNullable<ChatState['questions']>[number]

/**
 * A call that waits for a person, with the possible answers. `approval.args` are the arguments that will run. An answer
 * that comes too late does nothing and returns `stale`; one to changed arguments returns `asked-again`.
 */
export interface ToolApprovalControl {
  approval: PendingApproval
  /** This call, once. `content`: the values of `approval.form` by name. */
  allow(content?: Readonly<Record<string, unknown>>): ApprovalAnswer
  /** This call and every later one of the tool; refused (`invalid`) for tools that are `destructive`. */
  allowInChat(): ApprovalAnswer
  /** The model reads the reason. */
  deny(reason?: string): ApprovalAnswer
  /** Other arguments, as a value or as JSON. They are checked, and the person is asked again. */
  edit(args: unknown): ApprovalAnswer
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

function control({ decideApproval }: ChatController, approval: PendingApproval): ToolApprovalControl {
  const { key } = approval
  return {
    approval,
    allow: (content) => decideApproval(key, content ? { type: 'allow', content } : { type: 'allow' }),
    allowInChat: () => decideApproval(key, { type: 'allow-in-chat' }),
    deny: (reason) => decideApproval(key, { type: 'deny', reason }),
    edit: (args) => decideApproval(key, { type: 'edit', arguments: args }),
  }
}

/** A question of a running call, and the way to answer it. An answer that comes too late does nothing and returns `stale`. */
export interface ToolQuestionControl {
  pending: PendingQuestion
  answer(answer: PersonAnswer): ReturnType<ChatController['answerQuestion']>
}

/** The open question of a running call, by the key of the call (`messageId/position`); undefined while it asks nothing. */
export function useToolQuestion(callKey: string): ToolQuestionControl | undefined {
  const chat = useChatInstance()
  const read = (): PendingQuestion | undefined =>
    chat.getState().questions?.find((pending) => pending.callKey === callKey)
  const pending = useSyncExternalStore(chat.subscribe, read, read)
  return useMemo(
    () => pending && { pending, answer: (answer) => chat.answerQuestion(pending.key, answer) },
    [chat, pending],
  )
}
