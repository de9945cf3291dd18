import { useMemo } from 'react'
import { useInspectorWords } from './use-inspector-words.js'
import type { ReadExchange } from './use-timeline.js'
import { partsFed, type RowShow } from './use-row-filter.js'
import { feedInWords } from './wire-words.js'

export interface RowFilterProps {
  read: ReadExchange
  text: string
  onTextChange: (text: string) => void
  show: RowShow
  onShowChange: (show: RowShow) => void
  callNames: readonly string[]
}

/** Which rows to show: by what is in them, by what is wrong with them, by the part of the answer that they fed. */
export function RowFilter(props: RowFilterProps) {
  const { read, text, onTextChange, show, onShowChange, callNames } = props
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
    </div>
  )
}
