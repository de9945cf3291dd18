import type { Chat } from '@antiphon/core'
import type { Timeline } from '@antiphon/core/devtools'
import { useEffect, useState } from 'react'
import { useInspectorWords } from './use-inspector-words.js'
import { useFindings } from './findings.js'
import { PanelTabs } from './panel-tabs.js'
import { rowOfPicked } from './picked-row.js'
import { RequestPane } from './request-pane.js'
import { ResponsePane } from './response-pane.js'
import { rowMark } from './stream-row.js'
import { StreamPane } from './stream-pane.js'
import type { TranscriptPlace } from './use-lit-place.js'
import type { PickedPart } from './use-pick.js'
import { useSelection } from './use-selection.js'
import type { ReadExchange } from './use-timeline.js'

/** Where the person wants to be taken in an exchange. Another object each time. */
export type Wanted = { exchangeId: string } & ({ picked: PickedPart } | { problem: true })

export interface ExchangeViewProps {
  read: ReadExchange
  chat?: Chat
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
