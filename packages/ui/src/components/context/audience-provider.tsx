'use client'

import { useMemo, type ReactNode } from 'react'
import { useWords, WordsContext } from '../../strings/strings.js'
import { useLateParts } from '../live-parts/use-live-parts.js'
import { AudienceContext, type Audience } from './audience-context.js'

/** Says who reads, and gives people the words that are for them once they are loaded. */
export function AudienceProvider({ audience, children }: { audience: Audience; children: ReactNode }) {
  const words = useWords()
  const isForPeople = audience === 'people'
  const late = useLateParts(isForPeople)
  const shown = useMemo(
    () => (isForPeople && late ? { ...words, strings: late.wordsForPeople(words.strings) } : words),
    [isForPeople, words, late],
  )
  return (
    <AudienceContext.Provider value={audience}>
      <WordsContext.Provider value={shown}>{children}</WordsContext.Provider>
    </AudienceContext.Provider>
  )
}
