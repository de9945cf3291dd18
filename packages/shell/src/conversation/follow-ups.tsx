'use client'

import type { AssistantMessage, ChatController, Message } from '@antiphon/core'
import { useOptionalChat } from '@antiphon/react'
import type { Suggestion } from '@antiphon/ui'
import { fillBox } from '@antiphon/ui/functions'
import { standsAlone, useAgentDepth, useEntryWords, useStaticPage } from '@antiphon/ui/parts'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { englishConversation } from '../strings/english-conversation.js'

type Suggestions = readonly (string | Suggestion)[]

/** The next questions below the last answer. */
export interface FollowUpsProps {
  /** The last message of the answer, as `MessageActions` gets it. */
  message: Message | undefined
  /**
   * Questions that may follow; the first three are shown. A function is asked once for each answer that has ended, and may ask a model;
   * the signal says that nobody waits any more. Pass the same function each time.
   */
  suggestions:
    | Suggestions
    | ((message: AssistantMessage, signal: AbortSignal) => Suggestions | Promise<Suggestions>)
  /** Gets the text of a suggestion; with Shift `send` is true. Default: it fills the message box, or sends, as in an empty chat. */
  onSuggestion?: (prompt: string, send: boolean) => void
}

const MOST = 3

/** The message, as long as it is the last of a chat at rest and ended well. */
function useLastAnswer(
  chat: ChatController | undefined,
  message: Message | undefined,
): AssistantMessage | undefined {
  const subscribe = useCallback(
    (listener: () => void) => {
      const removers = chat ? [chat.store.subscribeIds(listener), chat.subscribe(listener)] : []
      return () => removers.forEach((remove) => remove())
    },
    [chat],
  )
  const isLast = (): boolean =>
    chat?.getState().status === 'ready' && chat.store.getIds().at(-1) === message?.id
  const isShown = useSyncExternalStore(subscribe, isLast, () => false)
  return isShown && message?.role === 'assistant' && message.finishReason === 'stop' ? message : undefined
}

/**
 * Two or three buttons with what may be asked next, below the last answer: behind `MessageActions` in its slot. They go with the
 * next question.
 */
export const FollowUps = /* @__PURE__ */ standsAlone(function FollowUps(props: FollowUpsProps) {
  const { message, suggestions, onSuggestion } = props
  const words = useEntryWords('conversation', englishConversation).followUps
  const chat = useOptionalChat()
  const answer = useLastAnswer(chat, message)
  const isAgent = useAgentDepth() > 0
  const isStatic = useStaticPage() !== undefined
  const [found, setFound] = useState<{ id: string | undefined; list: Suggestions }>()
  const id = answer?.id
  useEffect(() => {
    if (typeof suggestions !== 'function' || !answer) return
    const stop = new AbortController()
    const ask = async (): Promise<void> => {
      const list = await suggestions(answer, stop.signal)
      if (!stop.signal.aborted) setFound({ id: answer.id, list })
    }
    // Without them the answer is as good as before.
    ask().catch((error: unknown) => stop.signal.aborted || console.error(error))
    return () => stop.abort()
    // oxlint-disable-next-line react/exhaustive-deps -- once for each answer
  }, [suggestions, id])
  const list = typeof suggestions !== 'function' ? suggestions : found?.id === id ? found?.list : undefined
  if (!chat || !answer || isAgent || isStatic || !list?.length) return null
  return (
    <ul
      role="list"
      aria-label={words}
      data-slot="follow-ups"
      data-print="hide"
      className="ap:order-1 ap:flex ap:w-full ap:flex-wrap ap:gap-2 ap:ps-2 ap:pt-2"
    >
      {list.slice(0, MOST).map((one) => {
        const { label, prompt = label } = typeof one === 'string' ? { label: one } : one
        return (
          <li key={label} className="ap:min-w-0 ap:max-w-full">
            <button
              type="button"
              dir="auto"
              className="ap:min-h-8 ap:max-w-full ap:rounded-bubble ap:border ap:border-edge ap:px-3 ap:py-1 ap:text-start ap:text-row ap:text-text-2 ap:hover:bg-hover ap:hover:text-text ap:pointer-coarse:min-h-11"
              onClick={({ shiftKey, currentTarget }) => {
                if (onSuggestion) onSuggestion(prompt, shiftKey)
                else if (shiftKey) void chat.send(prompt)
                else fillBox(currentTarget, prompt)
              }}
            >
              {label}
            </button>
          </li>
        )
      })}
    </ul>
  )
})
