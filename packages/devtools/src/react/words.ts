'use client'

import type { RowFeed, WireExchange } from '../types.js'
import { useMemo } from 'react'
import { useWords, type Words } from '@antiphon/ui'
import { revealToString } from '@antiphon/ui/functions'
import { englishInspector } from './english.js'
import { useEntryWords } from '@antiphon/ui/parts'

/** `1,204 B`, `38 kB`, `2.4 MB`. */
export function sizeInWords(bytes: number, { inspector, formats }: InspectorWords): string {
  if (bytes < 10_000) return inspector.bytes(formats.number(bytes))
  if (bytes < 1_000_000) return inspector.kilobytes(formats.number(bytes / 1_000))
  const tenths = new Intl.NumberFormat(formats.locale, { maximumFractionDigits: 1 })
  return inspector.megabytes(tenths.format(bytes / 1_000_000))
}

/** Seconds with two places, for the column of times. */
export function secondsOf(ms: number, locale: string): string {
  return new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
    ms / 1000,
  )
}

export function feedInWords(
  feed: RowFeed,
  callNames: readonly string[],
  { inspector, formats }: InspectorWords,
): string {
  if (feed.part === 'usage') return inspector.usage
  const name =
    feed.part === 'tool_call'
      ? inspector.call(
          revealToString(callNames[feed.callIndex] ?? feed.name ?? formats.number(feed.callIndex + 1)),
        )
      : inspector.texts[feed.part]
  return feed.choice === 0 ? name : inspector.otherChoice(name, formats.number(feed.choice + 1))
}

/** How an exchange went, in a word or two. */
export function outcomeInWords(
  { end, response, startedAt }: WireExchange,
  { inspector }: InspectorWords,
): string {
  if (!end) return inspector.running
  if (end.how === 'stopped') return inspector.stopped
  if (response && (response.status < 200 || response.status > 299))
    return inspector.status(String(response.status))
  if (end.how === 'failed') return response ? inspector.cut : inspector.failed
  return startedAt === undefined ? inspector.pasted : inspector.done
}

/** The words of the kit, and those of the inspector, which only it loads. */
export interface InspectorWords extends Words {
  inspector: typeof englishInspector
}

export function useInspectorWords(): InspectorWords {
  const words = useWords()
  const inspector = useEntryWords('inspector', englishInspector)
  return useMemo(() => ({ ...words, inspector }), [words, inspector])
}
