'use client'

import type { Ending, LiveStep, MessagePart, PairedCall } from '@antiphon/core'
import { memo, use, type ReactNode } from 'react'
import { Markdown } from '../../markdown/index.js'
import { useWords } from '../../strings/strings.js'
import { ContentPartView } from '../attachment/content-part-view.js'
import { Reasoning, type ReasoningState } from '../reasoning/reasoning.js'
import { Slot, ProseContext } from '../slots/slots.js'
import { ToolCallView } from '../tool-call/tool-call.js'
import { ToolGroup } from '../tool-group/tool-group.js'

export interface MessagePartViewProps {
  part: MessagePart
  isLast: boolean
  /** It grows with what arrives now. */
  isActive: boolean
  /** All calls of the message. */
  calls: readonly PairedCall[]
  live?: LiveStep
  ending: Ending
  renderApproval?: (call: PairedCall) => ReactNode
}

const torn = new Set<Ending['kind']>(['length-text', 'filter-midway', 'incomplete', 'error', 'cancelled'])

// One element each for ever, so that settled blocks see no new prop.
const caret = <span data-slot="caret" aria-hidden="true" />
const tear = <span data-slot="tear" aria-hidden="true" />

/** One part of an answer. Settled parts are skipped while a later one streams. */
export const MessagePartView = memo(function MessagePartView(props: MessagePartViewProps) {
  const { part, isLast, isActive: streaming, calls, live, ending, renderApproval } = props
  const { strings } = useWords()
  const { markdown } = use(ProseContext)
  switch (part.type) {
    case 'reasoning':
      return (
        <Slot
          of="Reasoning"
          own={Reasoning}
          data-part={part.key}
          text={part.text}
          ms={part.ms}
          since={streaming ? live?.activeSince : undefined}
          state={reasoningState(props, part)}
        />
      )
    case 'text':
    case 'refusal':
      return (
        <div data-slot="prose" data-part={part.key} dir="auto">
          <Markdown
            text={part.text}
            streaming={streaming}
            {...markdown}
            caret={streaming ? caret : undefined}
            tear={isLast && part.type === 'text' && torn.has(ending.kind) ? tear : undefined}
            strings={strings.markdown}
          />
        </div>
      )
    case 'tool_calls': {
      const mine = part.callIndexes.flatMap((index) => calls[index] ?? [])
      if (mine.length > 1)
        return (
          <Slot
            of="ToolGroup"
            own={ToolGroup}
            data-part={part.key}
            calls={mine}
            live={live?.calls}
            renderApproval={renderApproval}
          />
        )
      return mine.map((call) => (
        <Slot
          of="ToolCall"
          own={ToolCallView}
          key={call.key}
          data-part={part.key}
          call={call}
          live={live?.calls[call.callIndex]}
          approval={call.state === 'awaiting' ? renderApproval?.(call) : undefined}
        />
      ))
    }
    case 'image':
      return <ContentPartView part={part.part} alt={strings.attachment.generatedImage} />
    default:
      return part satisfies never
  }
}, isSamePart)

/** Parts are derived anew from every delta, so they are compared by what they say. */
function isSamePart(a: MessagePartViewProps, b: MessagePartViewProps): boolean {
  if (
    a.isLast !== b.isLast ||
    a.isActive !== b.isActive ||
    a.ending.kind !== b.ending.kind ||
    a.renderApproval !== b.renderApproval
  )
    return false
  if (a.live?.phase !== b.live?.phase || Boolean(a.live) !== Boolean(b.live)) return false
  if (a.isActive && a.live?.activeSince !== b.live?.activeSince) return false
  if (a.part.type === 'tool_calls' && b.part.type === 'tool_calls') {
    const indexes = b.part.callIndexes
    return (
      a.live?.calls === b.live?.calls &&
      a.part.callIndexes.length === indexes.length &&
      indexes.every((index) => isSameCall(a.calls[index], b.calls[index]))
    )
  }
  const one: object = a.part
  const other: object = b.part
  return Object.entries(one).every(([key, value]) =>
    Object.is(value, (other as Record<string, unknown>)[key]),
  )
}

function isSameCall(a: PairedCall | undefined, b: PairedCall | undefined): boolean {
  return a?.key === b?.key && a?.call === b?.call && a?.result === b?.result && a?.state === b?.state
}

function reasoningState(
  { isLast, isActive, live, ending }: MessagePartViewProps,
  part: Extract<MessagePart, { type: 'reasoning' }>,
): ReasoningState {
  if (part.encrypted && part.text === '') return 'hidden'
  if (live) return isActive ? 'streaming' : 'done'
  if (!isLast) return 'done'
  if (ending.kind === 'length-thinking') return 'cut-off'
  return ending.kind === 'error' || ending.kind === 'incomplete' || ending.kind === 'cancelled'
    ? 'stopped'
    : 'done'
}
