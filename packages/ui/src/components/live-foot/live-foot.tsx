'use client'

import { useIsForPeople } from '../context/audience-context.js'
import type { AssistantMessage, LiveStep, Step, TurnOutline } from '@antiphon/core'
import { textsOf } from '@antiphon/core/channels'
import { useLiveStep, useOptionalChat } from '@antiphon/react'
import { useNow } from '../../lib/use-now.js'
import { useContext, useEffect, useState } from 'react'
import { LETTERS_PER_TOKEN } from '../../lib/text.js'
import { englishLive } from '../../strings/english-late.js'
import { useWords } from '../../strings/strings.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { useAnnounce } from '../announcer/announcer.js'
import { Button } from '../button/button.js'
import { Notice } from '../notice/notice.js'
import { readStep } from '../../lib/read-turn.js'
import { bindActions, TranscriptActionsContext } from '../context/actions-context.js'

/** A faster answer needs no figures. */
const SHOW_AFTER_MS = 3_000
/** Silence that is longer than a model's usual pause. */
const SILENT_AFTER_MS = 5_000

/** Everything that the model has written: text, thinking, tool names and arguments. */
function lettersOf(message: AssistantMessage | undefined): number {
  if (!message) return 0
  const texts = Object.values(textsOf(message)).reduce((sum, text) => sum + text.length, 0)
  const calls = message.tool_calls ?? []
  return calls.reduce(
    (sum, { function: { name, arguments: args } }) => sum + name.length + args.length,
    texts,
  )
}

export interface LiveFootProps {
  turnKey: string
  live: LiveStep
  /** The answer so far. */
  steps: readonly Step[]
}

/**
 * `Writing · 9 s · ~ 212 tokens` while an answer arrives, from three seconds on. After five seconds of silence: how long it
 * has been silent, and a Stop button. Nothing before the first token and while calls run, since their rows say it.
 */
export function LiveFoot({ turnKey, live, steps }: LiveFootProps) {
  const { formats } = useWords()
  const words = useEntryWords('live', englishLive)
  const announce = useAnnounce()
  const isForPeople = useIsForPeople()
  const arrives = live.phase === 'streaming' && !live.elsewhere
  const now = useNow(arrives, 500)
  const last = steps.at(-1)?.assistant
  const [heard, setHeard] = useState({ last, live, at: now })
  if (heard.last !== last || heard.live !== live) setHeard({ last, live, at: now })
  const silence = arrives ? now - heard.at : 0
  const isSilent = silence >= SILENT_AFTER_MS
  useEffect(() => {
    if (isSilent) announce(`${words.silent(formats.roughDuration(SILENT_AFTER_MS))} ${words.open}`)
  }, [isSilent, announce, words, formats])

  if (!arrives) return null
  if (isSilent) return <Silence turnKey={turnKey} message={last} time={formats.roughDuration(silence)} />
  const letters = steps.reduce((sum, { assistant }) => sum + lettersOf(assistant), 0)
  const time = now - (steps[0]?.assistant?.timing?.startedAt ?? live.startedAt)
  const tokens = Math.round(letters / LETTERS_PER_TOKEN)
  if (isForPeople || time < SHOW_AFTER_MS || tokens === 0) return null
  return (
    // Hidden, like every figure that changes by itself: each change is an event for a screen reader, which drops the events of a flood.
    <p data-slot="live-figures" aria-hidden="true">
      {[
        live.activePart === 'reasoning' ? words.thinking : words.writing,
        formats.roughDuration(time),
        words.tokens(formats.number(tokens)),
      ].join(' · ')}
    </p>
  )
}

interface SilenceProps {
  turnKey: string
  message: AssistantMessage | undefined
  time: string
}

function Silence({ turnKey, message, time }: SilenceProps) {
  const words = useEntryWords('live', englishLive)
  const chat = useOptionalChat()
  const { onRetry } = bindActions(useContext(TranscriptActionsContext), { turnKey, message })
  return (
    <Notice
      role="note"
      tone="warn"
      icon="queued"
      title={words.silent(time)}
      detail={words.open}
      actions={
        (chat ?? onRetry) && (
          <>
            {chat && <Button onClick={() => chat.stop()}>{words.stop}</Button>}
            {onRetry && <Button onClick={onRetry}>{words.retry}</Button>}
          </>
        )
      }
    />
  )
}

/** The same for the last answer of the chat above. */
export function ConnectedLiveFoot({ outline }: { outline: Extract<TurnOutline, { role: 'assistant' }> }) {
  const { store } = useOptionalChat()!
  const live = useLiveStep(outline.steps.at(-1)?.assistant)
  // The figures update twice a second, not with each word.
  useNow(live !== undefined, 500)
  return (
    live && (
      <LiveFoot
        turnKey={outline.key}
        live={live}
        steps={outline.steps.map((step) => readStep(step, store))}
      />
    )
  )
}
