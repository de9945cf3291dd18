'use client'

import { toCurl } from '../dumps.js'
import type { Timeline } from '../types.js'
import { useMemo, useCallback, useState } from 'react'
import { IconButton, Notice } from '@antiphon/ui'
import { CopyTextButton, Repairs } from './findings.js'
import { useLight, useRowPlace, type TranscriptPlace } from './highlight-source.js'
import { Figures, Spark } from './figures.js'
import { AnswerState } from './response-pane.js'
import { RowFilter, useRowFilter } from './row-filter.js'
import { flatLines, groupLines } from './stream-lines.js'
import { RowDetail, rowMark, StreamRow } from './stream-row.js'
import type { Selection } from './use-selection.js'
import type { ReadExchange } from './use-timeline.js'
import { VirtualRows } from './virtual-rows.js'
import { useInspectorWords, sizeInWords } from './words.js'
import type { ReplayControl } from './use-replay.js'

const SPEEDS = [0.25, 0.5, 1, 2, 4, 16]

interface ReplayBarProps {
  timeline: Timeline
  control: ReplayControl
  /** The person took over, whatever it was. */
  onTouch: () => void
  /** The person goes row by row. */
  onStep: (step: 1 | -1) => void
}

/** Play, step, speed, and a slider that stops at every byte. */
function ReplayBar({ timeline, control, onTouch, onStep }: ReplayBarProps) {
  const { inspector, formats } = useInspectorWords()
  const { replay, state } = control
  const { byte, isPlaying, speed } = state
  const row = formats.number(timeline.rowBefore(byte) + 1)
  const rows = formats.number(timeline.rows.length)
  const isEmpty = timeline.length === 0
  const does = (action: () => void) => () => {
    onTouch()
    action()
  }
  return (
    <div data-slot="wire-replay" role="group" aria-label={inspector.replay}>
      <IconButton
        icon="step-back"
        label={inspector.stepBack}
        aria-disabled={isEmpty || byte === 0}
        onClick={() => onStep(-1)}
      />
      <IconButton
        icon={isPlaying ? 'pause' : 'play'}
        label={isPlaying ? inspector.pause : inspector.play}
        aria-disabled={isEmpty}
        onClick={does(isPlaying ? replay.pause : replay.play)}
      />
      <IconButton
        icon="step-forward"
        label={inspector.stepForward}
        aria-disabled={isEmpty || byte >= timeline.length}
        onClick={() => onStep(1)}
      />
      <input
        type="range"
        data-slot="wire-slider"
        aria-label={inspector.position}
        aria-valuetext={inspector.positionValue(
          formats.number(byte),
          formats.number(timeline.length),
          row,
          rows,
        )}
        min={0}
        max={Math.max(1, timeline.length)}
        step={1}
        value={byte}
        disabled={isEmpty}
        onChange={(event) => {
          onTouch()
          replay.seek(event.currentTarget.valueAsNumber)
        }}
      />
      <span data-slot="wire-position">{inspector.positionShort(row, rows)}</span>
      <select
        data-slot="wire-select"
        data-bare=""
        aria-label={inspector.speed}
        value={speed}
        onChange={(event) => replay.setSpeed(Number(event.currentTarget.value))}
      >
        {SPEEDS.map((value) => (
          <option key={value} value={value}>
            {inspector.speedValue(new Intl.NumberFormat(formats.locale).format(value))}
          </option>
        ))}
      </select>
    </div>
  )
}

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
  const { control, selected, selectRow, showRow, shown, touch } = selection
  const { byte } = control.state
  const [text, setText] = useState('')
  const [show, setShow] = useState('all')
  const filtered = useRowFilter(read, text, show)
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  /** True while the head of an open group is selected, rather than the row that the head is named after. */
  const [onHead, setOnHead] = useState(false)
  const lines = useMemo(
    () => (filtered ? flatLines(filtered) : groupLines(read.timeline.rows, opened)),
    [read, filtered, opened],
  )
  const toggle = (first: number, open: boolean): void => {
    const next = new Set(opened)
    if (open) next.add(first)
    else next.delete(first)
    setOpened(next)
  }
  const [seen, setSeen] = useState<typeof shown>()
  if (shown !== seen) {
    setSeen(shown)
    setOnHead(false)
    const group = shown && lines.groupOf(shown.row)
    if (group !== undefined) toggle(group, true)
  }
  const isOnHead = onHead && lines.at(lines.lineOf(selected, true))?.row === selected
  const position = lines.lineOf(selected, isOnHead)

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
      <Figures read={read} />
      <Spark read={read} byte={byte} onSeek={seek} />
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
      >
        {exchange.sent && (
          <CopyTextButton
            label={inspector.copyCurl}
            words={inspector.curl}
            getText={() => toCurl(exchange.sent!)}
          />
        )}
      </RowFilter>
      <div data-slot="wire-columns">
        <div data-slot="wire-list">
          {lines.count > 0 ? (
            <VirtualRows
              count={lines.count}
              label={inspector.rows}
              selected={position}
              onSelect={(index) => {
                const line = lines.at(index)
                if (!line) return
                setOnHead(line.group !== undefined)
                selectRow(line.row)
              }}
              onToggle={(index, open) => {
                const line = lines.at(index)
                if (line?.group) toggle(line.group.first, open)
              }}
              placeOf={(index) => {
                const { level, position: place, size, group } = lines.at(index)!
                return { level, position: place, size, isOpen: group?.isOpen }
              }}
              followsEnd={!exchange.end && selected < 0}
              rowProps={(index) => {
                const line = lines.at(index)
                const one = line && timeline.rows[line.row]
                const { group } = line ?? {}
                const isRepaired =
                  group &&
                  timeline.rows.slice(group.first, group.last + 1).some(({ repairs }) => repairs.length > 0)
                return {
                  'data-kind': one?.kind,
                  'data-mark': isRepaired ? 'repaired' : one && !group ? rowMark(one) : undefined,
                  'data-level': String(line?.level),
                }
              }}
              renderRow={(index) => {
                const line = lines.at(index)
                return (
                  line && (
                    <StreamRow
                      line={line}
                      timeline={timeline}
                      answer={whole}
                      callNames={callNames}
                      isTimed={isTimed}
                    />
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
          onSelectRow={showRow}
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
      <ReplayBar
        timeline={timeline}
        control={control}
        onTouch={touch}
        onStep={(by) => {
          control.replay.step(by)
          touch()
          const now = timeline.rowBefore(control.replay.getState().byte)
          if (now >= 0) showRow(now)
        }}
      />
    </>
  )
}
