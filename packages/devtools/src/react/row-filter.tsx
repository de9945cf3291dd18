'use client'

import type { RowFeed, Timeline } from '../types.js'
import { useDeferredValue, useMemo, type ReactNode } from 'react'
import { partOf } from './stream-lines.js'
import { rowText } from './stream-row.js'
import type { ReadExchange } from './use-timeline.js'
import { useInspectorWords, feedInWords } from './words.js'

/** `all`, `problems`, or the part that a row must have fed: `text`, `call 0`. */
export type RowShow = string

/** The parts that this answer has, in the order of their first row, each with a feed of it. */
function partsFed({ rows }: Timeline): [RowShow, RowFeed][] {
  const found = new Map<RowShow, RowFeed>()
  for (const row of rows)
    for (const feed of row.feeds) if (!found.has(partOf(feed))) found.set(partOf(feed), feed)
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
          : row.feeds.some((feed) => partOf(feed) === show))
      return shown && (needle === '' || rowText(timeline, row).toLowerCase().includes(needle)) ? [index] : []
    })
  }, [read, needle, show])
}

export interface RowFilterProps {
  read: ReadExchange
  text: string
  onTextChange: (text: string) => void
  show: RowShow
  onShowChange: (show: RowShow) => void
  callNames: readonly string[]
  /** Comes at the end of the line. */
  children?: ReactNode
}

/** Which rows to show: by what is in them, by what is wrong with them, by the part of the answer that they fed. */
export function RowFilter(props: RowFilterProps) {
  const { read, text, onTextChange, show, onShowChange, callNames, children } = props
  const words = useInspectorWords()
  const { inspector } = words
  const parts = useMemo(() => partsFed(read.timeline), [read])
  return (
    <div data-slot="wire-filter">
      <input
        type="search"
        data-slot="wire-input"
        aria-label={inspector.filter}
        placeholder={inspector.filter}
        value={text}
        onChange={(event) => onTextChange(event.currentTarget.value)}
      />
      <select
        data-slot="wire-select"
        aria-label={inspector.show}
        value={show}
        onChange={(event) => onShowChange(event.currentTarget.value)}
      >
        <option value="all">{inspector.showAll}</option>
        <option value="problems">{inspector.showProblems}</option>
        {parts.map(([value, feed]) => (
          <option key={value} value={value}>
            {inspector.showPart(feedInWords(feed, callNames, words))}
          </option>
        ))}
      </select>
      {children}
    </div>
  )
}
