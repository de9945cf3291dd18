'use client'

import type { Message } from '@antiphon/core'
import { useChatInstance } from '@antiphon/react'
import { createContext, useMemo } from 'react'
import { editingOf } from '../user-message/editable-user-message.js'
import { raiseLimit, retryWithoutField, startFromHere } from './way-out.js'

/** Which message a button belongs to. */
export interface ActionTarget {
  /** Key of the turn: the id of its first message, or `#` and its place in the array. */
  turnKey: string
  /** The message itself; for an answer the last one of its steps, unless the button stood under another. */
  message?: Message
  /** The button stands under the whole answer, not under one of its messages. */
  whole?: boolean
}

type Handler = (target: ActionTarget) => void

/** What a reader can do. A button appears only for a handler that is given. */
export interface TranscriptActions {
  onRetry?: Handler
  onContinue?: Handler
  onRaiseLimit?: Handler
  /** Edit the user message before an answer, or the user message itself. */
  onEditMessage?: Handler
  onAddResult?: Handler
  onOpenInWire?: Handler
  onOpenSettings?: Handler
  onPickModel?: Handler
  onStartFromHere?: Handler
  onRetryWithoutField?: Handler
}

/** What asks the model for something, or leads to it. */
const runNames = [
  'onRetry',
  'onContinue',
  'onRaiseLimit',
  'onEditMessage',
  'onAddResult',
  'onStartFromHere',
  'onRetryWithoutField',
] as const satisfies (keyof TranscriptActions)[]

/** The handlers that begin no answer. */
export function withoutRuns(actions: TranscriptActions): TranscriptActions {
  const rest = { ...actions }
  for (const name of runNames) delete rest[name]
  return rest
}

export const TranscriptActionsContext = createContext<TranscriptActions>({})

/** The same handlers, each bound to one target; absent ones stay absent. */
export function bindActions(
  actions: TranscriptActions,
  target: ActionTarget,
): { [K in keyof TranscriptActions]?: () => void } {
  const bound: { [K in keyof TranscriptActions]?: () => void } = {}
  for (const [name, handler] of Object.entries(actions) as [keyof TranscriptActions, Handler | undefined][]) {
    if (handler) bound[name] = () => handler(target)
  }
  return bound
}

/**
 * What the chat can do by itself, under the handlers of the host. While another tab writes on this branch, nothing of it that
 * would begin an answer.
 */
export function useChatActions(host: TranscriptActions, isWrittenElsewhere: boolean): TranscriptActions {
  const chat = useChatInstance()
  const own = useMemo<TranscriptActions>(
    () => ({
      onRetry: ({ message, whole }) => void (whole ? chat.regenerate(message?.id) : chat.retry(message?.id)),
      onEditMessage: ({ turnKey }) => editingOf(chat).begin(turnKey),
      onContinue: ({ message }) => void chat.continue(message?.id),
      onRaiseLimit: ({ message }) => raiseLimit(chat, message?.id),
      onStartFromHere: ({ message }) => startFromHere(chat, message?.id),
      onRetryWithoutField: ({ message }) => retryWithoutField(chat, message?.id),
    }),
    [chat],
  )
  const keys = Object.values(host)
  return useMemo(
    () => {
      const all = { ...own, ...Object.fromEntries(Object.entries(host).filter(([, handler]) => handler)) }
      return isWrittenElsewhere ? withoutRuns(all) : all
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the handlers are what counts, not the object around them
    [own, isWrittenElsewhere, ...keys],
  )
}
