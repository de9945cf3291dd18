import { useCallback, useMemo, useState } from 'react'
import { Notice } from '../components/notice/notice.js'
import { useInspectorWords } from './use-inspector-words.js'
import { AnswerState } from './answer-state.js'
import { Figures } from './figures.js'
import { ReplayBar } from './replay-bar.js'
import { Repairs } from './repairs.js'
import { RowDetail } from './row-detail.js'
import { RowFilter } from './row-filter.js'
import { rowMark, StreamRow } from './stream-row.js'
import type { Selection } from './use-selection.js'
import { useLight, useRowPlace, type TranscriptPlace } from './use-lit-place.js'
import type { ReadExchange } from './use-timeline.js'
import { useRowFilter } from './use-row-filter.js'
import { VirtualRows } from './virtual-rows.js'
import { sizeInWords } from './wire-words.js'

export interface StreamPaneProps {
  read: ReadExchange
  selection: Selection
  transcript: TranscriptPlace
}

/** Everything that came, row by row, beside the answer as it was at each of them. */
export function StreamPane({ read, selection, transcript }: StreamPaneProps) {
  const words = useInspectorWords()
  const { inspector } = words
  const { timeline, exchange } = read
  const { control, selected, selectRow, touch } = selection
  const { byte } = control.state
  const [text, setText] = useState('')
  const [show, setShow] = useState('all')
  const filtered = useRowFilter(read, text, show)
  const count = filtered?.length ?? timeline.rows.length
  const rowAt = (index: number): number => filtered?.[index] ?? index
  const position = filtered ? filtered.indexOf(selected) : selected

  const answer = useMemo(() => read.timeline.answerAt(byte), [read, byte])
  const whole = useMemo(() => read.timeline.answerAt(read.timeline.length), [read])
  const callNames = useMemo(() => (whole.tool_calls ?? []).map((call) => call.function.name), [whole])
  const row = timeline.rows[selected]
  useLight(transcript, exchange.messageId, useRowPlace(whole, row))
  const lit = useRowPlace(answer, row)
  const isTimed = exchange.startedAt !== undefined
  const seek = useCallback(
    (to: number) => {
      touch()
      control.replay.seek(to)
    },
    [control.replay, touch],
  )

  return (
    <>
      <Figures read={read} onSeek={seek} />
      {exchange.dropped && (
        <Notice
          role="note"
          tone="info"
          icon="cut-off"
          title={
            exchange.dropped === 'old'
              ? inspector.droppedOld(sizeInWords(exchange.received, words))
              : inspector.droppedLong(
                  sizeInWords(exchange.body.length, words),
                  sizeInWords(exchange.received, words),
                )
          }
        />
      )}
      <RowFilter
        read={read}
        text={text}
        onTextChange={setText}
        show={show}
        onShowChange={setShow}
        callNames={callNames}
      />
      <div data-slot="wire-columns">
        <div data-slot="wire-list">
          {count > 0 ? (
            <VirtualRows
              count={count}
              label={inspector.rows}
              selected={position}
              onSelect={(index) => selectRow(rowAt(index))}
              followsEnd={!exchange.end && selected < 0}
              rowProps={(index) => {
                const shown = timeline.rows[rowAt(index)]
                return { 'data-kind': shown?.kind, 'data-mark': shown && rowMark(shown) }
              }}
              renderRow={(index) => {
                const shown = timeline.rows[rowAt(index)]
                return (
                  shown && (
                    <StreamRow row={shown} timeline={timeline} callNames={callNames} isTimed={isTimed} />
                  )
                )
              }}
            />
          ) : (
            <p data-slot="wire-hint">
              {filtered ? inspector.noRows : exchange.end ? inspector.noResponse : inspector.waiting}
            </p>
          )}
        </div>
        <AnswerState
          timeline={timeline}
          answer={answer}
          byte={byte}
          lit={lit}
          onSelectRow={selectRow}
          isRowOdd={row !== undefined && rowMark(row) !== undefined}
          row={
            <>
              <RowDetail timeline={timeline} index={selected} callNames={callNames} />
              {selected < 0 && timeline.endRepairs.length > 0 && (
                <Repairs title={inspector.repairsAtEnd} repairs={timeline.endRepairs} />
              )}
            </>
          }
        />
      </div>
      <ReplayBar timeline={timeline} control={control} onTouch={touch} />
    </>
  )
}
