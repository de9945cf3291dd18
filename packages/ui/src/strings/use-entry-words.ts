'use client'

import { useMemo } from 'react'
import type { EntryStrings } from './entry-strings.js'
import { mergeWords, useWords } from './strings.js'

/**
 * The words of a separate entry: English, with replacements from `StringsProvider`. For translators they belong to the one
 * table; a page loads them only with the entry.
 */
export function useEntryWords<Name extends keyof EntryStrings, Base extends Partial<EntryStrings[Name]>>(
  name: Name,
  base: Base,
): Base {
  const replaced = (useWords().strings as object as Partial<EntryStrings>)[name]
  return useMemo(() => mergeWords(base, replaced), [base, replaced])
}
