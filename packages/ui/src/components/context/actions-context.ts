'use client'

import type { Message } from '@antiphon/core'
import { createContext } from 'react'

/** Which message a button belongs to. */
export interface ActionTarget {
  /** Key of the turn: the id of its first message, or `#` and its place in the array. */
  turnKey: string
  /** The message itself; for an answer the last one of its steps, unless the button was under another. */
  message?: Message
  /** The button is under the whole answer, not under one of its messages. */
  whole?: boolean
}

type Handler = (target: ActionTarget) => void

/** Actions of a reader. A button appears only if its handler is given. */
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
