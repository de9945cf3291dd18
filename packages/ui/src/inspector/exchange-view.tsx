'use client'

import type { ChatController } from '@antiphon/core'
import type { WireExchange, Timeline } from '@antiphon/devtools'
import { useEffect, useState } from 'react'
import { IconButton } from '../components/button/button.js'
import { revealToString } from '../lib/reveal-text.js'
import { useFindings } from './findings.js'
import type { TranscriptPlace, PickedPart } from './highlight-source.js'
import { PanelTabs } from './panel-tabs.js'
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

/** Which answer, and which attempt at it: what failed, what was changed for the next one. */
export function ExchangePicker({ exchanges, chosen, onChoose }: ExchangePickerProps) {
  const words = useInspectorWords()
  const { inspector } = words
  const answers = groupByAnswer(exchanges)
  const at = answers.findIndex((attempts) => attempts[0]!.answerId === chosen.answerId)
  const attempts = answers[at] ?? [chosen]
  const go = (step: number): void => {
    const next = answers[at + step]
    if (next) onChoose(next.at(-1)!.id)
  }
  return (
    <div data-slot="wire-picker">
      <IconButton
        icon="previous"
        label={inspector.previousExchange}
        aria-disabled={at <= 0}
        onClick={() => go(-1)}
      />
      <select
        data-slot="wire-select"
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
      <IconButton
        icon="next"
        label={inspector.nextExchange}
        aria-disabled={at >= answers.length - 1}
        onClick={() => go(1)}
      />
      {attempts.length > 1 && (
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
      )}
    </div>
  )
}

/** The attempts of each answer, in the order in which the answers began. */
export function groupByAnswer(exchanges: readonly WireExchange[]): WireExchange[][] {
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
  return inspector.exchangeName(
    words.formats.number(index + 1),
    revealToString(model),
    outcomeInWords(exchange, words),
  )
}

function recoveryInWords({ recovery }: WireExchange, { inspector, formats }: InspectorWords): string {
  if (recovery?.healed) return inspector.healed(revealToString(recovery.healed.field), recovery.healed.change)
  return inspector.retried(formats.duration(recovery?.delayMs ?? 0))
}

/** Where the person wants to be taken in an exchange. Another object each time. */
export type Wanted = { exchangeId: string } & ({ picked: PickedPart } | { problem: true })

export interface ExchangeViewProps {
  read: ReadExchange
  chat?: ChatController
  transcript: TranscriptPlace
  wanted?: Wanted
}

type View = 'stream' | 'request' | 'response'

/** One exchange in three views. */
export function ExchangeView({ read, chat, transcript, wanted }: ExchangeViewProps) {
  const { inspector } = useInspectorWords()
  const { timeline, exchange } = read
  const [view, setView] = useState<View>('stream')
  const selection = useSelection(read)
  const { selectRow } = selection

  useEffect(() => {
    if (wanted?.exchangeId !== exchange.id) return
    const row =
      'picked' in wanted
        ? rowOfPicked(timeline, timeline.answerAt(timeline.length), wanted.picked)
        : rowOfProblem(timeline)
    setView('stream')
    selectRow(row)
    // oxlint-disable-next-line react/exhaustive-deps -- once per wish, not again when more of the exchange has come
  }, [wanted, exchange.id])

  const findings = useFindings(exchange.question?.messages ?? [], undefined, exchange.question?.model)
  const worst = findings.filter(({ severity }) => severity !== 'info').length
  return (
    <PanelTabs<View>
      label={inspector.views}
      value={view}
      onChange={setView}
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
          panel: <RequestPane exchange={exchange} chat={chat} />,
        },
        { value: 'response', label: inspector.response, panel: <ResponsePane read={read} /> },
      ]}
    />
  )
}

/** The row that went wrong; where each could be read, the last that was data, for it says how the answer ended. */
function rowOfProblem({ rows }: Timeline): number {
  const odd = rows.findIndex((row) => row.kind === 'unparsed' || row.isError || row.isCut)
  return odd >= 0 ? odd : rows.findLastIndex(({ kind }) => kind === 'data')
}

/** How many things want to be looked at. */
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
