'use client'

import { useIsForPeople } from '../context/audience-context.js'
import type { LiveCall, PairedCall } from '@antiphon/core'
import { useNow } from '../../lib/use-now.js'
import { memo, useContext, useState, type ReactNode } from 'react'
import { Icon } from '../../icons/icon.js'
import { useFirst } from '../../lib/static-page.js'
import { useStable } from '../../markdown/render/markdown.js'
import { useWords } from '../../strings/strings.js'
import { Button } from '../button/button.js'
import { useFold } from '../fold/fold.js'
import { Part, Root, type RootProps } from '../part/part.js'
import { Slot } from '../slots/slots.js'
import { FoldedRow, type RowSlot } from '../status-row/status-row.js'
import { countOrder, needsAttention, worstState } from '../tool-call/call-state-icons.js'
import { useCallForm } from '../tool-call/call-form.js'
import { callTime, type ToolCallViewProps } from '../tool-call/call-view.js'
import { CardsOutsideContext, ToolCard } from '../tool-call/tool-card.js'
import { ToolCallView } from '../tool-call/tool-call.js'
import { findRenderer, ToolRenderersContext } from '../tool-call/tool-renderers.js'

export interface ToolGroupProps extends RootProps<
  'div',
  RowSlot | 'title' | 'counts' | 'fold' | 'tool-group-list'
> {
  /** Two or more calls of one message, in order. */
  calls: readonly PairedCall[]
  /** By position in `tool_calls`. */
  live?: Readonly<Record<number, LiveCall>>
  renderApproval?: (call: PairedCall) => ReactNode
  defaultOpen?: boolean
}

/** Calls that show at first. A page stays quick with this many. */
const FIRST = 50

/** Calls that one message made side by side. Opens itself when one of them waits for a person or has failed. */
export function ToolGroup({ calls, live, renderApproval, defaultOpen = false, ...rest }: ToolGroupProps) {
  const { strings, formats } = useWords()
  const formOf = useCallForm()
  const states = useStable(calls.map((call) => (formOf(call) ? 'form' : call.state)))
  const worst = worstState(states.map((state) => (state === 'form' ? 'awaiting' : state)))
  const busy = states.some((state) => state === 'running' || state === 'writing' || state === 'queued')
  const renderers = useContext(ToolRenderersContext)
  const opensRow = calls.some(({ call }) => findRenderer(renderers, call.function.name)?.View.opensRow)
  const fold = useFold(defaultOpen || busy || opensRow || needsAttention(worst))
  // A question to a person is never inside a closed fold: while one is open, closing waits.
  const asks = states.includes('awaiting')
  const open = fold.open || asks
  const count = formats.number(calls.length)
  const [first, setFirst] = useState(useFirst(FIRST))
  // Calls that wait for a person or have failed are never behind a button.
  const shown = calls.filter(({ state }, index) => index < first || needsAttention(state))
  const isForPeople = useIsForPeople()
  const anyTimes = !isForPeople && calls.some(({ state, result }) => state === 'running' || result?.timing)

  return (
    <Root slot="tool-group" data-row="" data-state={worst} {...rest}>
      <FoldedRow
        mark={<Icon name="group" />}
        elapsed={anyTimes ? <LongestElapsed calls={calls} live={live} /> : undefined}
        fold={{ ...fold, open }}
        words={<GroupWords states={states} />}
      >
        <CardsOutsideContext.Provider value={!asks || 'asks'}>
          <Part as="ol" role="list" slot="tool-group-list">
            {shown.map((call) => (
              <GroupItem
                key={call.key}
                call={call}
                live={live?.[call.callIndex]}
                approval={call.state === 'awaiting' ? renderApproval?.(call) : undefined}
              />
            ))}
            {shown.length < calls.length && (
              <li>
                <Button variant="small" onClick={() => setFirst(Infinity)}>
                  {strings.group.showAll(count)}
                </Button>
              </li>
            )}
          </Part>
        </CardsOutsideContext.Provider>
      </FoldedRow>
      {calls.map((call) => (
        <ToolCard key={call.key} call={call} live={live?.[call.callIndex]} named />
      ))}
    </Root>
  )
}

type GroupItemProps = Pick<ToolCallViewProps, 'call' | 'live' | 'approval'>

/** Each delta makes new pairings. A call without news keeps its old one. */
const GroupItem = memo(
  function GroupItem({ call, live, approval }: GroupItemProps) {
    return (
      <li>
        <Slot of="ToolCall" own={ToolCallView} call={call} live={live} approval={approval} />
      </li>
    )
  },
  (a, b) =>
    a.live === b.live &&
    a.approval === b.approval &&
    a.call.key === b.call.key &&
    a.call.call === b.call.call &&
    a.call.state === b.call.state &&
    a.call.result === b.call.result,
)

/** The words of the row. Growing calls do not change them as long as all states stay. */
const GroupWords = memo(function GroupWords({ states }: { states: typeof countOrder }) {
  const { strings, formats } = useWords()
  const count = formats.number(states.length)
  const allQueued = states.every((state) => state === 'queued')
  return (
    <>
      <Part as="b" slot="title">
        {allQueued ? strings.group.queued(count) : strings.group.parallel(count)}
      </Part>{' '}
      {!allQueued && <Counts states={states} />}
    </>
  )
})

/** `1 done, 1 failed`; left out when every call is simply done. */
function Counts({ states }: { states: typeof countOrder }) {
  const { strings, formats } = useWords()
  if (states.every((state) => state === 'done')) return null
  const present = countOrder.filter((state) => states.includes(state))
  return (
    <Part slot="counts">
      {present.map((state, index) => (
        <span key={state}>
          {index > 0 && ', '}
          <span data-state={state}>
            {strings.group.counts[state](formats.number(states.filter((other) => other === state).length))}
          </span>
        </span>
      ))}
    </Part>
  )
}

/** The calls ran side by side, so the longest is how long one waited. */
function LongestElapsed({ calls, live }: Pick<ToolGroupProps, 'calls' | 'live'>) {
  const { formats } = useWords()
  const startOf = ({ state, callIndex }: PairedCall) =>
    state === 'running' ? live?.[callIndex]?.startedAt : undefined
  const isRunning = calls.some((call) => startOf(call) !== undefined)
  const now = useNow(isRunning)
  const times = calls.flatMap((call) => {
    const startedAt = startOf(call)
    return startedAt === undefined ? (call.result?.timing?.durationMs ?? []) : Math.max(0, now - startedAt)
  })
  const time = callTime(times.length === 0 ? undefined : Math.max(...times), formats)
  return isRunning ? <span aria-hidden="true">{time}</span> : time
}
