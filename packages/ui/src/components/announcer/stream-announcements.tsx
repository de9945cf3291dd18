'use client'

import { shownError, useIsForPeople } from '../context/audience-context.js'
import { describeEnding, type ToolCall } from '@antiphon/core'
import { parseJson } from '@antiphon/base'
import { useLiveStep, useMessage, useOptionalChat } from '@antiphon/react'
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { spokenText } from '../../lib/spoken-text.js'
import { revealToString } from '../../lib/reveal-text.js'
import { countWords } from '../../lib/text.js'
import { englishAnnounce } from '../../strings/english-late.js'
import { useWords } from '../../strings/strings.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { useAnnounce, type AnnounceMode } from './announcer.js'
import { errorDetail, errorOf, errorTitle } from '../error-card/error-words.js'
import { useCallForm } from '../tool-call/call-form.js'
import { useToolTitles } from '../tool-call/tool-title.js'
import { finishTitle } from '../finish-badge/finish-badge.js'

/** Words without the backticks around code. */
function withoutMarks(text: string): string {
  const from = text.indexOf('`')
  const to = text.lastIndexOf('`')
  return from === to ? text : text.slice(0, from) + text.slice(from + 1, to) + text.slice(to + 1)
}

/** At most one sentence group in this time, so that a reader is not talked over. */
const SENTENCE_EVERY_MS = 2_000

/**
 * Speaks for the transcript: that an answer started, how it ended, that an approval is needed. Says nothing about what was
 * there when it mounted. Its words differ from those of the cards, because a screen reader skips a text that it has just
 * read. It speaks errors too: in Firefox an alert inside the silent log stays silent.
 */
export function StreamAnnouncements({ mode }: { mode: Exclude<AnnounceMode, 'off'> }) {
  const chat = useOptionalChat()!
  const { store } = chat
  const words = useWords()
  const told = useEntryWords('announce', englishAnnounce)
  const announce = useAnnounce()
  const titles = useToolTitles()
  const formOf = useCallForm()
  const isForPeople = useIsForPeople()
  const ids = useSyncExternalStore(store.subscribeIds, store.getIds, store.getIds)
  const id = ids.findLast((candidate) => store.getMessage(candidate)?.role === 'assistant')
  const live = useLiveStep(id)
  const seen = useRef<Seen>({ started: false, said: false, asked: 0 })
  const read = useRef<Read>({ to: 0 })
  const onRead = useCallback((next: Read) => void (read.current = next), [])

  useEffect(() => {
    const { formats } = words
    const state = seen.current
    const ask = (kind: 'approval' | 'form' | 'question', called?: ToolCall['function']): void => {
      const name = called && (titles(called.name, parseJson(called.arguments)) ?? called.name)
      announce(told[kind](revealToString(name ?? '')), 'assertive')
    }
    if (live) {
      // A request that is refused starts no answer, and calls that wait in a thread at rest belong to an older one.
      if (!state.said && live.phase === 'streaming') {
        announce(told.started)
        state.said = true
      }
      state.started = true
      state.id = id
      const waiting = live.elsewhere
        ? []
        : Object.entries(live.calls).filter(([, call]) => call.state === 'awaiting')
      if (waiting.length > state.asked) {
        const message = id === undefined ? undefined : store.getMessage(id)
        const index = Number(waiting.at(-1)![0])
        const call = message?.role === 'assistant' ? message.tool_calls?.[index] : undefined
        const isQuestion = chat
          .getState()
          .questions?.some((asked) => asked.messageId === id && asked.callIndex === index)
        const kind = isQuestion
          ? 'question'
          : call && formOf({ state: 'awaiting', call })
            ? 'form'
            : 'approval'
        ask(kind, call?.function)
      }
      state.asked = waiting.length
      return
    }
    if (!state.started || id === undefined || state.id !== id) return
    const message = store.getMessage(id)
    if (message?.role !== 'assistant') return
    const { tool_calls: calls = [] } = message
    // The step is over, and the answer is not: its calls were answered and another step follows, or a form waits.
    if (message.finishReason === 'tool_calls' && calls.length > 0) {
      const results = new Set(store.getMessages().map((one) => one.role === 'tool' && one.tool_call_id))
      const form = calls.find((call) => !results.has(call.id) && formOf({ state: 'unanswered', call }))
      // A page that draws seldom has not seen it begin to wait.
      if (form && state.asked === 0) ask('form', form.function)
      state.asked = form ? 1 : 0
      return
    }
    seen.current = { started: false, said: false, asked: 0 }
    const ending = describeEnding({ key: id, assistant: message, results: [] })
    if (ending.kind === 'error') {
      const error = errorOf(message)
      const details = errorDetail(shownError(error, isForPeople), words, message.content.trim() !== '')
      return announce(
        [told.failed(withoutMarks(errorTitle(shownError(error, isForPeople), words))), ...details].join(' '),
        'assertive',
      )
    }
    const title = finishTitle(ending, words)
    const say = (text: string): void => announce(spokenText(text, told, formats.number))
    // The text after the last sentence that was read.
    if (mode === 'sentences' && read.current.id === id) say(message.content.slice(read.current.to))
    if (title) announce(told.ended(withoutMarks(title)))
    else if (mode === 'answer') say(message.content)
    else {
      const count = countWords(message.content, formats.locale)
      announce(told.finished(count, formats.number(count)))
    }
  }, [announce, chat, formOf, id, isForPeople, live, mode, store, titles, told, words])

  return mode === 'sentences' && live && id !== undefined ? <Sentences id={id} onRead={onRead} /> : null
}

/** The state of the answer `id`: whether it is on its way, whether that was announced, and how many questions were. */
interface Seen {
  id?: string
  started: boolean
  said: boolean
  asked: number
}

/** How far the answer `id` has been read. */
interface Read {
  id?: string
  to: number
}

/** Reads finished sentences while they stream. */
function Sentences({ id, onRead }: { id: string; onRead: (read: Read) => void }) {
  const { formats } = useWords()
  const words = useEntryWords('announce', englishAnnounce)
  const announce = useAnnounce()
  const message = useMessage(id)
  const spoken = useRef<Read>({ to: 0 })
  const spokenAt = useRef(-Infinity)
  const text = message?.role === 'assistant' ? message.content : ''

  useEffect(() => {
    const now = performance.now()
    if (now - spokenAt.current < SENTENCE_EVERY_MS) return
    const from = spoken.current.id === id ? spoken.current.to : 0
    const end = Math.max(...['. ', '! ', '? ', '\n'].map((mark) => text.lastIndexOf(mark))) + 1
    if (end <= from) return
    announce(spokenText(text.slice(from, end), words, formats.number))
    spoken.current = { id, to: end }
    spokenAt.current = now
    onRead(spoken.current)
  }, [id, text, onRead, announce, words, formats])
  return null
}
