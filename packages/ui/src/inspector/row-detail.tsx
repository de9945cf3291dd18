import type { Timeline } from '@antiphon/core/devtools'
import { JsonTree } from '../components/json-tree/json-tree.js'
import { LongText } from '../components/tool-result/long-text.js'
import { useInspectorWords } from './use-inspector-words.js'
import { Repairs } from './repairs.js'
import { rowText, rowValues } from './row-text.js'
import { markInWords, rowMark } from './stream-row.js'
import { feedInWords } from './wire-words.js'

export interface RowDetailProps {
  timeline: Timeline
  index: number
  callNames: readonly string[]
}

/** Everything about one row: where it stands, what it fed, what was odd in it, its value. */
export function RowDetail({ timeline, index, callNames }: RowDetailProps) {
  const words = useInspectorWords()
  const { inspector } = words
  const { number } = words.formats
  const row = timeline.rows[index]
  if (!row) return <p data-slot="wire-hint">{inspector.chooseRow}</p>
  const text = rowText(timeline, row)
  const values = row.kind === 'data' || row.kind === 'unparsed' ? rowValues(text) : undefined
  const mark = rowMark(row)
  const fed = [...new Set(row.feeds.map((feed) => feedInWords(feed, callNames, words)))]
  return (
    <div data-slot="wire-detail">
      <p data-slot="wire-facts">
        <b>{inspector.row(number(index + 1), number(timeline.rows.length))}</b>
        {', '}
        {inspector.rowPlace(number(row.start), number(row.end))}
        {mark && <span data-slot="wire-flag" data-mark={mark}>{` ${markInWords(mark, words)}`}</span>}
      </p>
      <p data-slot="wire-facts">
        {fed.length > 0 ? `${inspector.fed}: ${fed.join(', ')}` : inspector.fedNothing}
      </p>
      {row.repairs.length > 0 && <Repairs title={inspector.repairs} repairs={row.repairs} />}
      {values && <JsonTree value={values[0]} label={inspector.value} />}
      <LongText text={text} label={inspector.raw} name="row" exact />
    </div>
  )
}
