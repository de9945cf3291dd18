'use client'

import { useMemo } from 'react'
import type { EntryStrings } from './english.js'
import { mergeWords, useWords } from './strings.js'

/**
 * The words of an entry of its own: its English ones, with what `StringsProvider` replaces of them. They belong to the one table
 * for whoever translates it; a page that does not load the entry does not load them.
 */
export function useEntryWords<Name extends keyof EntryStrings>(
  name: Name,
  base: EntryStrings[Name],
): EntryStrings[Name] {
  const replaced = (useWords().strings as object as Partial<EntryStrings>)[name]
  return useMemo(() => mergeWords(base, replaced), [base, replaced])
}
