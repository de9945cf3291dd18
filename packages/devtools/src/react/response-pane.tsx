'use client'

import type { AssistantMessage, LiveStep, Message } from '@antiphon/core'
import { FixedTime, JsonTree, LongText } from '@antiphon/ui/parts'
import { exchangeFigures } from '../exchange-figures.js'
import type { Timeline } from '../types.js'
import { useMemo, useCallback, useRef, useState, type ReactNode } from 'react'
import { Button, Transcript, Icon } from '@antiphon/ui'
import { Repairs } from './findings.js'
import { useLight, type LitPlace, usePick, type PickedPart } from './highlight-source.js'
import { PanelTabs } from './panel-tabs.js'
import { HeaderList } from './request-pane.js'
import { rowOfPicked } from './stream-row.js'
import type { ReadExchange } from './use-timeline.js'
import { useInspectorWords } from './words.js'

/** Id of the answer in the preview, so that it is never taken for the one in the conversation. */
const PREVIEW_ID = 'antiphon-wire-preview'

export interface AnswerStateProps {
  timeline: Timeline
  answer: AssistantMessage
  /** Bytes that have arrived. */
  byte: number
  lit: LitPlace | undefined
  onSelectRow: (index: number) => void
  /** Details of the chosen row. */
  row: ReactNode
  /** Something is odd about the chosen row. */
  isRowOdd: boolean
}

type View = 'preview' | 'row' | 'json'

/** The answer as it was at one byte, as a reader saw it and as data, and the row that came last. */
export function AnswerState(props: AnswerStateProps) {
  const { inspector } = useInspectorWords()
  const [view, setView] = useState<View>('preview')
  const { timeline, answer, byte, row, isRowOdd } = props
  return (
    <section data-slot="wire-aside">
      <PanelTabs<View>
        size="small"
        label={timeline.isFinishedAt(byte) ? inspector.stateFinished : inspector.state}
        value={view}
        onChange={setView}
        tabs={[
          { value: 'preview', label: inspector.preview, panel: <Preview {...props} /> },
          {
            value: 'row',
            label: (
              <>
                {inspector.chosenRow}
                {isRowOdd && <Icon name="alert" className="ap:ms-1 ap:inline ap:text-warn" />}
              </>
            ),
            panel: row,
          },
          {
            value: 'json',
            label: inspector.json,
            panel: (
              <div data-slot="wire-detail">
                <JsonTree value={answer} label={inspector.state} />
              </div>
            ),
          },
        ]}
      />
    </section>
  )
}

function Preview({ timeline, answer, byte, lit, onSelectRow }: AnswerStateProps) {
  const { inspector } = useInspectorWords()
  const root = useRef<HTMLDivElement>(null)
  const { question } = timeline.exchange
  const messages = useMemo((): Message[] => {
    const asked = question?.messages.findLast(({ role }) => role === 'user')
    const shown: Message = { ...answer, id: PREVIEW_ID }
    return asked ? [{ ...asked, id: `${PREVIEW_ID}-question` }, shown] : [shown]
  }, [question, answer])
  const finished = timeline.isFinishedAt(byte)
  const { startedAt = 0 } = timeline.exchange
  const live = useMemo(
    () => (finished ? undefined : liveStep(answer, startedAt)),
    [finished, answer, startedAt],
  )
  const pick = useCallback(
    (picked: PickedPart): void => {
      const row = rowOfPicked(timeline, answer, picked)
      if (row >= 0) onSelectRow(row)
    },
    [timeline, answer, onSelectRow],
  )
  usePick(root, true, pick)
  useLight(root, PREVIEW_ID, lit, messages)
  const words = useMemo(() => ({ transcript: { label: inspector.preview } }), [inspector])
  // An answer that is whole is read from its beginning, below the end of its question.
  const [startAt] = useState(finished ? { turn: PREVIEW_ID, top: 48 } : undefined)
  return (
    <div ref={root} data-slot="wire-preview">
      <FixedTime at={startedAt + timeline.timeAt(byte)}>
        <Transcript
          messages={messages}
          live={live}
          startAt={startAt}
          announce="off"
          density="compact"
          strings={words}
          slots={readOnly}
        />
      </FixedTime>
    </div>
  )
}

/** The panel has figures and copies of its own. */
const readOnly = { MessageActions: () => null, UsageMeter: () => null }

/** The live state that a chat would have for the answer received so far. */
function liveStep(answer: AssistantMessage, startedAt: number): LiveStep {
  const last = answer.segments?.at(-1)
  if (!last) return { phase: 'waiting', startedAt, calls: {} }
  return { phase: 'streaming', startedAt, activePart: last.type, calls: {} }
}

/** Bytes of a body that are shown at once; the rows have all of them. */
const SHOWN = 2_000_000

export interface ResponsePaneProps {
  read: ReadExchange
  /** Saves the exchange as a file. */
  onSave: () => void
  onReport: () => void
}

/** The response: status, headers, the answer as it was read, and the body as it came. */
export function ResponsePane({ read, onSave, onReport }: ResponsePaneProps) {
  const { inspector, formats } = useInspectorWords()
  const { timeline, exchange } = read
  const { response, body } = exchange
  const { completion } = timeline
  const { firstByteAt } = useMemo(() => exchangeFigures(read.timeline), [read])
  const repairs = completion?.repairs ?? timeline.rows.flatMap((row) => row.repairs)
  return (
    <div data-slot="wire-scroll">
      <section>
        <h3 data-slot="wire-heading">
          {response
            ? inspector.status(`${response.status} ${response.statusText}`.trim())
            : inspector.response}
        </h3>
        <p data-slot="wire-facts">
          {[
            completion && `${inspector.outcome}: ${inspector.outcomes[completion.outcome]}`,
            firstByteAt !== undefined && inspector.firstByteAt(formats.duration(firstByteAt)),
            exchange.end && exchange.startedAt !== undefined && formats.duration(exchange.end.at),
          ]
            .filter(Boolean)
            .join(', ')}
        </p>
      </section>
      {response && <HeaderList headers={response.headers} />}
      {repairs.length > 0 && <Repairs title={inspector.repairs} repairs={repairs} />}
      <section>
        <h3 data-slot="wire-heading">{inspector.final}</h3>
        <JsonTree value={timeline.answerAt(timeline.length)} label={inspector.final} />
      </section>
      <section>
        <h3 data-slot="wire-heading">{inspector.body}</h3>
        {body.length > 0 ? (
          <LongText
            text={new TextDecoder().decode(body.slice(0, SHOWN))}
            label={inspector.body}
            name="response"
          />
        ) : (
          <p data-slot="wire-hint">{inspector.noResponse}</p>
        )}
      </section>
      <div data-slot="wire-actions">
        <Button variant="small" onClick={onSave}>
          <Icon name="save" />
          {inspector.saveOne}
        </Button>
        <Button variant="small" onClick={onReport}>
          <Icon name="alert" />
          {inspector.report}
        </Button>
      </div>
    </div>
  )
}
