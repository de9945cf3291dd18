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
  /** For `onSummarise`: aborted when the person presses Stop. */
  signal?: AbortSignal
}

type Handler = (target: ActionTarget) => void | Promise<void>

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
  /**
   * A way on for a thread that is too long, such as `continueWithSummary` of `@antiphon/shell/thread`. May return a promise; the
   * reason why it rejects is shown beside the button.
   */
  onSummarise?: Handler
}

/** Every action: true for those that make a request, or lead to one. */
const makesRequest: Readonly<Record<keyof TranscriptActions, boolean>> = {
  onRetry: true,
  onContinue: true,
  onRaiseLimit: true,
  onEditMessage: true,
  onAddResult: true,
  onOpenInWire: false,
  onOpenSettings: false,
  onPickModel: false,
  onStartFromHere: true,
  onRetryWithoutField: true,
  onSummarise: true,
}

export const actionNames = Object.keys(makesRequest) as (keyof TranscriptActions)[]

/** The handlers that begin no answer. */
export function withoutRuns(actions: TranscriptActions): TranscriptActions {
  const rest = { ...actions }
  for (const name of actionNames) if (makesRequest[name]) delete rest[name]
  return rest
}

export const TranscriptActionsContext = createContext<TranscriptActions>({})

/** The handlers of one target. */
export type BoundActions = { [K in Exclude<keyof TranscriptActions, 'onSummarise'>]?: () => void } & {
  onSummarise?: (more: Pick<ActionTarget, 'signal'>) => void | Promise<void>
}

/** The same handlers, each bound to one target; absent ones stay absent. */
export function bindActions(actions: TranscriptActions, target: ActionTarget): BoundActions {
  const { onSummarise, ...others } = actions
  const bound: BoundActions = onSummarise
    ? { onSummarise: (more) => onSummarise({ ...target, ...more }) }
    : {}
  for (const [name, handler] of Object.entries(others) as [keyof typeof others, Handler | undefined][]) {
    if (handler) bound[name] = () => void handler(target)
  }
  return bound
}
