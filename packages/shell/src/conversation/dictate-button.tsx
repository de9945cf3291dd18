'use client'

import { standsAlone, useEntryWords, useAnnounce } from '@antiphon/ui/parts'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { IconButton } from '@antiphon/ui'
import { englishConversation } from '../strings/english-conversation.js'
import { ShellIcon } from '../shell-icon.js'

/** As browsers have it, some under a name of their own; TypeScript knows it not. */
interface Recognition extends EventTarget {
  lang: string
  continuous: boolean
  interimResults: boolean
  start(): void
  stop(): void
  abort(): void
}
interface ResultEvent extends Event {
  results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }>
}

function recognitionOfPage(): (new () => Recognition) | undefined {
  const page = globalThis as unknown as Record<string, (new () => Recognition) | undefined>
  return page['SpeechRecognition'] ?? page['webkitSpeechRecognition']
}

/** The text of the message box, and the language that is spoken. */
export interface DictateButtonProps {
  /** The text of the message box. */
  value: string
  onValueChange: (value: string) => void
  /** BCP 47 tag of what is spoken. Default: that of the page. */
  lang?: string
}

/**
 * Writes speech into the message box, after the text already there. Put it into `toolsSlot` of the composer. Words show while
 * they are spoken. Renders nothing if the browser has no speech recognition; some browsers send the sound to a service of theirs.
 */
export const DictateButton = /* @__PURE__ */ standsAlone(function DictateButton({
  value,
  onValueChange,
  lang,
}: DictateButtonProps) {
  const words = useEntryWords('conversation', englishConversation).speech
  const announce = useAnnounce()
  const isSupported = useSyncExternalStore(
    () => () => {},
    () => recognitionOfPage() !== undefined,
    () => false,
  )
  const [problem, setProblem] = useState<string>()
  const [listening, setListening] = useState<Recognition>()
  const latest = useRef({ value, onValueChange })
  useEffect(() => {
    latest.current = { value, onValueChange }
  })
  useEffect(() => () => listening?.abort(), [listening])
  if (!isSupported) return null

  const start = (): void => {
    const Recogniser = recognitionOfPage()
    if (!Recogniser) return
    const recognition = new Recogniser()
    const before = latest.current.value.trimEnd()
    /** The text that dictation wrote last. If the box has another one, the person wrote it. */
    let written: string | undefined
    recognition.lang = lang ?? document.documentElement.lang
    recognition.continuous = true
    recognition.interimResults = true
    recognition.addEventListener('result', (event) => {
      // The person typed or sent something meanwhile, and so has taken over.
      if (written !== undefined && latest.current.value !== written) return recognition.stop()
      const said = Array.from((event as ResultEvent).results, (result) => result[0]?.transcript ?? '')
        .join('')
        .trim()
      written = [before, said].filter(Boolean).join(' ')
      latest.current.value = written
      latest.current.onValueChange(written)
    })
    recognition.addEventListener('error', (event) => {
      const { error } = event as Event & { error?: string }
      if (error === 'aborted') return
      const said = error === 'not-allowed' || error === 'service-not-allowed' ? words.blocked : words.failed
      setProblem(said)
      announce(said)
    })
    recognition.addEventListener('end', () => setListening(undefined))
    setProblem(undefined)
    setListening(recognition)
    announce(words.listening)
    recognition.start()
  }
  const isOn = listening !== undefined
  return (
    <>
      <IconButton
        icon={<ShellIcon name="dictate" filled={isOn} />}
        label={isOn ? words.stopDictation : words.dictate}
        aria-pressed={isOn}
        data-state={isOn ? 'listening' : undefined}
        className={isOn ? 'ap:text-accent' : undefined}
        onClick={() => (listening ? listening.stop() : start())}
      />
      {problem && (
        <span data-slot="dictation-problem" className="ap:text-data ap:text-warn">
          {problem}
        </span>
      )}
    </>
  )
})
