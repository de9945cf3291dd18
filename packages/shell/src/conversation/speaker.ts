'use client'

import { createListeners } from '@antiphon/base'
import { useCallback, useSyncExternalStore } from 'react'

/** Browsers stop long utterances in the middle; sentences of a few lines are read whole. */
const MOST = 200

/** The sentences of a text, joined up to `MOST` characters; what is longer is cut at a space. */
function speechPieces(text: string): string[] {
  const pieces: string[] = []
  for (const sentence of text.split(/(?<=[.!?…。！？])\s+|\n+/u)) {
    let rest = sentence.trim()
    if (rest === '') continue
    const last = pieces.at(-1)
    if (last !== undefined && last.length + rest.length < MOST) {
      pieces[pieces.length - 1] = `${last} ${rest}`
      continue
    }
    while (rest.length > MOST) {
      const space = rest.lastIndexOf(' ', MOST)
      const at = space > 0 ? space : MOST
      pieces.push(rest.slice(0, at).trim())
      rest = rest.slice(at).trim()
    }
    if (rest !== '') pieces.push(rest)
  }
  return pieces
}

const synthesisOfPage = (): SpeechSynthesis | undefined =>
  typeof speechSynthesis === 'undefined' || typeof SpeechSynthesisUtterance === 'undefined'
    ? undefined
    : speechSynthesis

/** Reads one text at a time aloud, with the voices of the browser. */
function createSpeaker() {
  const listeners = createListeners()
  let current: { name: string } | undefined
  const set = (next: { name: string } | undefined): void => {
    current = next
    listeners.notify()
  }
  const stop = (): void => {
    if (!current) return
    set(undefined)
    synthesisOfPage()?.cancel()
  }
  return {
    isSupported: () => synthesisOfPage() !== undefined,
    /** Name of what is being read. */
    getCurrent: () => current?.name,
    subscribe: listeners.add,
    /** Reads a text in place of what is being read. `lang`: BCP 47; default: that of the page. */
    speak(name: string, text: string, lang?: string): void {
      const synthesis = synthesisOfPage()
      stop()
      const pieces = speechPieces(text)
      if (!synthesis || pieces.length === 0) return
      const reading = { name }
      set(reading)
      const next = (at: number): void => {
        const piece = pieces[at]
        // Another text, or none, is being read by now.
        if (current !== reading) return
        if (piece === undefined) return set(undefined)
        const utterance = new SpeechSynthesisUtterance(piece)
        utterance.lang = lang ?? document.documentElement.lang
        utterance.addEventListener('end', () => next(at + 1))
        utterance.addEventListener('error', () => current === reading && set(undefined))
        synthesis.speak(utterance)
      }
      next(0)
    },
    stop,
  }
}

export const speaker = /* @__PURE__ */ createSpeaker()

export function useIsSpeaking(name: string | undefined): boolean {
  const read = useCallback(() => name !== undefined && speaker.getCurrent() === name, [name])
  return useSyncExternalStore(speaker.subscribe, read, () => false)
}
