import type { RowFeed, Timeline } from '@antiphon/core/devtools'
import { useDeferredValue, useMemo } from 'react'
import type { ReadExchange } from './use-timeline.js'
import { rowText } from './row-text.js'

/** `all`, `problems`, or the part that a row must have fed: `text`, `call 0`. */
export type RowShow = string

/** The key of the part that a feed belongs to, for the choice of what to show. */
export function showOf(feed: RowFeed): RowShow {
  return feed.part === 'tool_call' ? `call ${feed.callIndex}` : feed.part
}

/** The parts that this answer has, in the order of their first row, each with a feed of it. */
export function partsFed({ rows }: Timeline): [RowShow, RowFeed][] {
  const found = new Map<RowShow, RowFeed>()
  for (const row of rows)
    for (const feed of row.feeds) if (!found.has(showOf(feed))) found.set(showOf(feed), feed)
  return [...found]
}

/** Indexes of the rows to show; undefined for all of them. */
export function useRowFilter(read: ReadExchange, text: string, show: RowShow): number[] | undefined {
  const needle = useDeferredValue(text).trim().toLowerCase()
  return useMemo(() => {
    if (needle === '' && show === 'all') return undefined
    const { timeline } = read
    return timeline.rows.flatMap((row, index) => {
      const shown =
        show === 'all' ||
        (show === 'problems'
          ? row.kind === 'unparsed' || row.isError || row.isCut || row.repairs.length > 0
          : row.feeds.some((feed) => showOf(feed) === show))
      return shown && (needle === '' || rowText(timeline, row).toLowerCase().includes(needle)) ? [index] : []
    })
  }, [read, needle, show])
}
