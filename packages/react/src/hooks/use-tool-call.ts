'use client'

import {
  pairStep,
  readCallKey,
  type ChatController,
  type MessageStore,
  type PairedCall,
  type ApprovalAnswer,
  type PendingApproval,
  type PendingQuestion,
  type PersonAnswer,
  type QuestionOutcome,
} from '@antiphon/core'
import { useMemo, useSyncExternalStore } from 'react'
import { useChatInstance } from '../chat/chat-context.js'

/**
 * One call beside its result, by its key (`messageId/position`). Undefined when the key has no call. Re-renders when
 * the call, its result or its live state changes.
 */
export function useToolCall(callKey: string): PairedCall | undefined {
  const chat = useChatInstance()
  const reader = useMemo(() => createCallReader(chat, callKey), [chat, callKey])
  return useSyncExternalStore(reader.subscribe, reader.read, reader.read)
}

function createCallReader(chat: ChatController, callKey: string) {
  const { store } = chat
  const messageId = readCallKey(callKey)?.messageId ?? ''
  let inputs: readonly unknown[] = []
  let found: PairedCall | undefined
  return {
    subscribe(listener: () => void) {
      let results = followResults(store, messageId, listener)
      const removers = [
        store.subscribeMessage(messageId, listener),
        chat.subscribeLiveStep(messageId, listener),
        store.subscribeIds(() => {
          results = results.renew()
          listener()
        }),
      ]
      return () => {
        results.remove()
        removers.forEach((remove) => remove())
      }
    },
    read(): PairedCall | undefined {
      const place = placesOf(store).get(messageId)
      const assistant = store.getMessage(messageId)
      const live = chat.getLiveStep(messageId)
      const results = place?.results.map((id) => store.getMessage(id)) ?? []
      const current = [assistant, live, place?.index, ...results]
      if (current.length === inputs.length && current.every((value, at) => value === inputs[at])) return found
      inputs = current
      const next =
        place && assistant?.role === 'assistant'
          ? pairStep(
              {
                key: messageId,
                assistant,
                assistantIndex: place.index,
                results: results.filter((message) => message?.role === 'tool'),
              },
              live,
            ).calls.find(({ key }) => key === callKey)
          : undefined
      return found && next && isSame(found, next) ? found : (found = next)
    },
  }
}

function isSame(one: PairedCall, other: PairedCall): boolean {
  return (
    one.call === other.call &&
    one.result === other.result &&
    one.state === other.state &&
    one.messageIndex === other.messageIndex
  )
}

/** Listens to the results of one message, whichever they are; `renew` when the order of the thread has changed. */
function followResults(store: MessageStore, messageId: string, listener: () => void) {
  const results = placesOf(store).get(messageId)?.results ?? []
  const removers = results.map((id) => store.subscribeMessage(id, listener))
  const remove = (): void => removers.forEach((each) => each())
  return {
    remove,
    renew() {
      const now = placesOf(store).get(messageId)?.results ?? []
      if (now.length === results.length && now.every((id, at) => id === results[at])) return this
      remove()
      return followResults(store, messageId, listener)
    },
  }
}

/** The place of an answer in the thread, and the tool messages after it, by id. */
type Places = ReadonlyMap<string, { index: number; results: readonly string[] }>

const known = new WeakMap<MessageStore, { ids: readonly string[]; places: Places }>()

/** Made once for each order of ids, however many calls are shown. */
function placesOf(store: MessageStore): Places {
  const ids = store.getIds()
  const kept = known.get(store)
  if (kept?.ids === ids) return kept.places
  const places = new Map<string, { index: number; results: string[] }>()
  let last: { index: number; results: string[] } | undefined
  ids.forEach((id, index) => {
    const role = store.getMessage(id)?.role
    if (role === 'assistant') places.set(id, (last = { index, results: [] }))
    else if (role === 'tool') last?.results.push(id)
  })
  known.set(store, { ids, places })
  return places
}

/**
 * A call that waits for a person, with the possible answers. `approval.args` are the arguments that will run. An answer
 * that comes too late does nothing and returns `stale`; one to changed arguments returns `asked-again`.
 */
export interface ToolApprovalControl {
  approval: PendingApproval
  /** This call, once. `content`: the values of `approval.form` by name. */
  allow(content?: Readonly<Record<string, unknown>>): Promise<ApprovalAnswer>
  /** This call and every later one of the tool; refused (`invalid`) for tools that are `destructive`. */
  allowInChat(): Promise<ApprovalAnswer>
  /** The model reads the reason. */
  deny(reason?: string): Promise<ApprovalAnswer>
  /** Other arguments, as a value or as JSON. They are checked, and the person is asked again. */
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
  answer(answer: PersonAnswer): Promise<QuestionOutcome>
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
