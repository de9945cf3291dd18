import type { AssistantMessage, LiveStep, Message } from '@antiphon/core'
import type { Timeline } from '@antiphon/core/devtools'
import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react'
import { Icon } from '../icons/icon.js'
import { Transcript } from '../components/transcript/transcript.js'
import { JsonTree } from '../components/json-tree/json-tree.js'
import { useInspectorWords } from './use-inspector-words.js'
import { PanelTabs } from './panel-tabs.js'
import { rowOfPicked } from './picked-row.js'
import { useLight, type LitPlace } from './use-lit-place.js'
import { usePick, type PickedPart } from './use-pick.js'

/** Under this id the answer stands in the preview, so that it is never taken for the one of the conversation. */
const PREVIEW_ID = 'antiphon-wire-preview'

export interface AnswerStateProps {
  timeline: Timeline
  answer: AssistantMessage
  /** Bytes that have arrived. */
  byte: number
  lit: LitPlace | undefined
  onSelectRow: (index: number) => void
  /** What there is to say of the chosen row. */
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
  const [openedAt] = useState(Date.now)
  const live = useMemo(
    () => (finished ? undefined : liveStep(answer, openedAt)),
    [finished, answer, openedAt],
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
  return (
    <div ref={root} data-slot="wire-preview">
      <Transcript messages={messages} live={live} announce="off" density="compact" strings={words} />
    </div>
  )
}

/** What a chat would know of an answer that has come so far. */
function liveStep(answer: AssistantMessage, startedAt: number): LiveStep {
  const last = answer.segments?.at(-1)
  if (!last) return { phase: 'waiting', startedAt, calls: {} }
  return { phase: 'streaming', startedAt, activePart: last.type, calls: {} }
}
