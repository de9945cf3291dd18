'use client'

import { isRecord } from '@antiphon/base'
import { createContext, useContext, useMemo, type ReactNode } from 'react'
import { english, type StringOverrides, type Strings } from './english.js'
import { createFormats, type Formats } from './formats.js'

/** The words and number formats at a place. */
export interface Words {
  strings: Strings
  formats: Formats
}

/** The strings, with overrides applied, and the formats of a locale. */
export function createWords(overrides?: StringOverrides, locale = 'en', base: Strings = english): Words {
  const strings = overrides ? mergeWords(base, overrides) : base
  const formats = createFormats(locale, strings.duration)
  return { strings: { ...strings, markdown: withFigures(strings.markdown, formats) }, formats }
}

/** Markdown knows no locale: its words get their figures written in this one. */
function withFigures(words: Strings['markdown'], { number }: Formats): Strings['markdown'] {
  return {
    ...words,
    showAllLines: (lines, shown = number(lines)) => words.showAllLines(lines, shown),
    codeBlock: (language, lines, shown = number(lines)) => words.codeBlock(language, lines, shown),
  }
}

export const WordsContext = createContext<Words>(createWords())

export interface StringsProviderProps {
  /** Entries to replace. */
  strings?: StringOverrides
  /** BCP 47 tag for numbers, durations and times; one that `Intl` refuses counts as `en`. Default `en`: a fixed one, so that server and browser agree. */
  locale?: string
  children: ReactNode
}

/** Sets words and number formats for everything below it. Nested providers add to the outer one. */
export function StringsProvider({ strings, locale, children }: StringsProviderProps) {
  const outer = useContext(WordsContext)
  const words = useMemo(
    () => (strings || locale ? createWords(strings, locale ?? outer.formats.locale, outer.strings) : outer),
    [strings, locale, outer],
  )
  return <WordsContext.Provider value={words}>{children}</WordsContext.Provider>
}

/** The words and number formats here, with the replacements of every `StringsProvider` above. */
export function useWords(): Words {
  return useContext(WordsContext)
}

/** A table with some of its entries replaced. */
export function mergeWords<T>(base: T, over: unknown): T {
  if (over === undefined) return base
  if (!isRecord(base) || !isRecord(over)) return over as T
  const merged: Record<string, unknown> = { ...base }
  for (const [key, value] of Object.entries(over)) merged[key] = mergeWords(merged[key], value)
  return merged as T
}
