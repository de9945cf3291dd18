'use client'

import { failingRow } from '../failing-row.js'
import type { WireExchange } from '../types.js'
import { useEffect, useState, type ReactNode } from 'react'
import { revealToString } from '@antiphon/ui/functions'
import { useFindings } from './findings.js'
import type { TranscriptPlace, PickedPart } from './highlight-source.js'
import { PanelTabs, type PanelTab } from './panel-tabs.js'
import { RequestPane } from './request-pane.js'
import { ResponsePane } from './response-pane.js'
import { StreamPane } from './stream-pane.js'
import { rowOfPicked, rowMark } from './stream-row.js'
import { useSelection } from './use-selection.js'
import type { ReadExchange } from './use-timeline.js'
import { useInspectorWords, type InspectorWords, outcomeInWords } from './words.js'

export interface ExchangePickerProps {
  exchanges: readonly WireExchange[]
  chosen: WireExchange
  onChoose: (id: string) => void
}

/** Which answer. */
export function ExchangePicker({ exchanges, chosen, onChoose }: ExchangePickerProps) {
  const words = useInspectorWords()
  const { inspector } = words
  const answers = groupByAnswer(exchanges)
  const attempts = answers.find(([first]) => first!.answerId === chosen.answerId) ?? [chosen]
  return (
    <select
      data-slot="wire-select"
      data-bare=""
      aria-label={inspector.exchange}
      value={attempts.at(-1)!.id}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      {answers.map((list, index) => (
        <option key={list[0]!.answerId} value={list.at(-1)!.id}>
          {nameOf(list.at(-1)!, index, words)}
        </option>
      ))}
    </select>
  )
}

/** The attempts at the chosen answer, where there were more than one: what failed, what was changed for the next one. */
export function AttemptList({ exchanges, chosen, onChoose }: ExchangePickerProps) {
  const words = useInspectorWords()
  const { inspector } = words
  const attempts = exchanges.filter(({ answerId }) => answerId === chosen.answerId)
  if (attempts.length < 2) return null
  return (
    <ol role="list" data-slot="wire-attempts" aria-label={inspector.attempts}>
      {attempts.map((attempt) => (
        <li key={attempt.id}>
          <button
            type="button"
            data-slot="wire-attempt"
            aria-current={attempt.id === chosen.id}
            onClick={() => onChoose(attempt.id)}
          >
            {inspector.attempt(words.formats.number(attempt.attempt), outcomeInWords(attempt, words))}
            {attempt.recovery && <span>{recoveryInWords(attempt, words)}</span>}
          </button>
        </li>
      ))}
    </ol>
  )
}

/** The exchange so many answers further, the last attempt at it; undefined at either end. */
export function besideExchange(
  exchanges: readonly WireExchange[],
  chosen: WireExchange,
  step: number,
): WireExchange | undefined {
  const answers = groupByAnswer(exchanges)
  return answers[answers.findIndex(([first]) => first!.answerId === chosen.answerId) + step]?.at(-1)
}

/** The attempts of each answer, in the order in which the answers began. */
function groupByAnswer(exchanges: readonly WireExchange[]): WireExchange[][] {
  const groups = new Map<string, WireExchange[]>()
  for (const exchange of exchanges) {
    const group = groups.get(exchange.answerId)
    if (group) group.push(exchange)
    else groups.set(exchange.answerId, [exchange])
  }
  return [...groups.values()]
}

function nameOf(exchange: WireExchange, index: number, words: InspectorWords): string {
  const { inspector } = words
  const model = exchange.question?.model ?? exchange.reading.errorContext?.model ?? inspector.unknownModel
  const how = outcomeInWords(exchange, words)
  // The panel is narrow: what went as usual needs no word.
  return inspector.exchangeName(
    words.formats.number(index + 1),
    revealToString(model),
    how === inspector.done ? '' : how,
  )
}

function recoveryInWords({ recovery }: WireExchange, { inspector, formats }: InspectorWords): string {
  if (recovery?.healed) return inspector.healed(revealToString(recovery.healed.field), recovery.healed.change)
  return inspector.retried(formats.duration(recovery?.delayMs ?? 0))
}

/** Where the person wants to be taken in an exchange. Another object each time. */
export type Wanted = { exchangeId: string } & ({ picked: PickedPart } | { problem: true } | { byte: number })

export interface ExchangeViewProps {
  read: ReadExchange
  transcript: TranscriptPlace
  wanted?: Wanted
  /** Puts the tabs into the bar of the panel. */
  frame: (tabs: ReactNode) => ReactNode
  /** Saves the exchange as a file. */
  onSave: () => void
  onReport: () => void
  /** Views of the host, after the three. */
  views?: readonly PanelTab<string>[]
}

/** One exchange in three views, and those of the host. */
export function ExchangeView(props: ExchangeViewProps) {
  const { read, transcript, wanted, frame, onSave, onReport, views = [] } = props
  const { inspector } = useInspectorWords()
  const { timeline, exchange } = read
  const [view, setView] = useState('stream')
  const selection = useSelection(read)
  const { showRow } = selection

  useEffect(() => {
    if (wanted?.exchangeId !== exchange.id) return
    const row =
      'picked' in wanted
        ? rowOfPicked(timeline, timeline.answerAt(timeline.length), wanted.picked)
        : 'byte' in wanted
          ? timeline.rowBefore(wanted.byte)
          : failingRow(timeline)
    setView('stream')
    showRow(row)
    // oxlint-disable-next-line react/exhaustive-deps -- once per wish, not again when more of the exchange has come
  }, [wanted, exchange.id])

  const findings = useFindings(exchange.question?.messages ?? [], undefined, exchange.question?.model)
  const worst = findings.filter(({ severity }) => severity !== 'info').length
  return (
    <PanelTabs
      label={inspector.views}
      value={view}
      onChange={setView}
      frame={frame}
      tabs={[
        {
          value: 'stream',
          label: (
            <>
              {inspector.stream}
              <Count of={timeline.rows.filter((row) => rowMark(row) !== undefined).length} />
            </>
          ),
          panel: <StreamPane read={read} selection={selection} transcript={transcript} />,
        },
        {
          value: 'request',
          label: (
            <>
              {inspector.request}
              <Count of={worst} />
            </>
          ),
          panel: <RequestPane exchange={exchange} />,
        },
        {
          value: 'response',
          label: inspector.response,
          panel: <ResponsePane read={read} onSave={onSave} onReport={onReport} />,
        },
        ...views,
      ]}
    />
  )
}

/** Number of findings that need attention. */
function Count({ of }: { of: number }) {
  const { inspector, formats } = useInspectorWords()
  if (of === 0) return null
  const shown = formats.number(of)
  return (
    <>
      {' '}
      <span data-slot="wire-count" title={inspector.findingsCount(of, shown)}>
        {shown}
      </span>
    </>
  )
}
