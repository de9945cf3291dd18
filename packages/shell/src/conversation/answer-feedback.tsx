'use client'

import { standsAlone, useEntryWords, useAnnounce } from '@antiphon/ui/parts'
import { feedbackOf, withFeedback, type Feedback, type Message } from '@antiphon/core'
import { useOptionalChat } from '@antiphon/react'
import { IconButton } from '@antiphon/ui'
import { englishConversation } from '../strings/english-conversation.js'
import { ShellIcon } from '../shell-icon.js'

/** The rated message, and a listener for the rating. */
export interface AnswerFeedbackProps {
  /** The last message of the answer, as `MessageActions` gets it. */
  message: Message | undefined
  /** Called after the feedback was stored, so that a host can send it somewhere. Undefined: taken back. */
  onFeedback?: (feedback: Feedback | undefined, message: Message) => void
}

const kinds: readonly Feedback[] = ['good', 'bad']

/**
 * Thumbs up and down, as children of `MessageActions`. The feedback is kept in the metadata of the message (`feedbackOf`), in the
 * chat above, and never sent. A second press takes it back. Renders nothing without a chat.
 */
export const AnswerFeedback = /* @__PURE__ */ standsAlone(function AnswerFeedback({
  message,
  onFeedback,
}: AnswerFeedbackProps) {
  const words = useEntryWords('conversation', englishConversation).feedback
  const chat = useOptionalChat()
  const announce = useAnnounce()
  const id = message?.id
  if (!chat || id === undefined || message?.role !== 'assistant') return null
  const given = feedbackOf(message)
  const give = (kind: Feedback): void => {
    const stored = chat.store.getMessage(id)
    // Do not overwrite an answer that is still being written.
    if (!stored || chat.getLiveStep(id)) return
    const next = feedbackOf(stored) === kind ? undefined : kind
    const changed = withFeedback(stored, next)
    chat.store.write(id, changed)
    chat.store.flush()
    announce(next ? words.noted : words.removed)
    onFeedback?.(next, changed)
  }
  return kinds.map((kind) => (
    <IconButton
      key={kind}
      icon={<ShellIcon name={kind} filled={given === kind} />}
      label={words[kind]}
      aria-pressed={given === kind}
      onClick={() => give(kind)}
    />
  ))
})
