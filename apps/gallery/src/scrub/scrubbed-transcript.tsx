import type { AssistantMessage, LiveStep, Message } from '@antiphon/core'
import { messagesAtByte } from '@antiphon/devtools'
import { Transcript } from '@antiphon/ui'
import { useMemo, useState } from 'react'

export interface ScrubbedTranscriptProps {
  /** The whole response. */
  text: string
  /** How many of its bytes have arrived. */
  at: number
}

const question: Message[] = [{ role: 'user', content: 'What does this recording answer?' }]

/** The state that a chat would be in after so many bytes, shown as it would be shown. */
export function ScrubbedTranscript({ text, at }: ScrubbedTranscriptProps) {
  const [now] = useState(() => Date.now())
  const bytes = useMemo(() => new TextEncoder().encode(text), [text])
  const messages = useMemo(() => messagesAtByte(bytes, at, { messages: question }), [bytes, at])
  const answer = messages.at(-1)
  const live =
    at < bytes.length && answer?.role === 'assistant' && !answer.finishReason
      ? liveStep(answer, now)
      : undefined
  return (
    <div className="gallery-screen">
      <Transcript className="gallery-fill" showSystem messages={messages} live={live} />
    </div>
  )
}

/** Derives the live state that a chat would have while the message streams, as far as the message tells. */
function liveStep(answer: AssistantMessage, now: number): LiveStep {
  const last = answer.segments?.at(-1)?.type
  const written = Boolean(answer.content || answer.reasoning || answer.tool_calls?.length)
  return {
    phase: written ? 'streaming' : 'waiting',
    startedAt: now - 2_000,
    activeSince: now - 2_000,
    activePart: last ?? (written ? 'text' : undefined),
    calls: {},
  }
}
