import type { Ending, LiveStep, MessagePart, PairedCall } from '@antiphon/core'
import { memo, type ReactNode } from 'react'
import { Markdown } from '../../markdown/index.js'
import { useWords } from '../../strings/strings.js'
import { ContentPartView } from '../attachment/content-part-view.js'
import { Reasoning, type ReasoningState } from '../reasoning/reasoning.js'
import { ToolCall } from '../tool-call/tool-call.js'
import { ToolGroup } from '../tool-group/tool-group.js'

export interface MessagePartViewProps {
  part: MessagePart
  isLast: boolean
  /** All calls of the message. */
  calls: readonly PairedCall[]
  live?: LiveStep
  ending: Ending
  renderApproval?: (call: PairedCall) => ReactNode
}

const torn = new Set<Ending['kind']>(['length-text', 'filter-midway', 'incomplete', 'error', 'cancelled'])

/** One part of an answer. Settled parts are skipped while a later one streams. */
export const MessagePartView = memo(function MessagePartView(props: MessagePartViewProps) {
  const { part, isLast, calls, live, ending, renderApproval } = props
  const { strings } = useWords()
  const streaming = live?.phase === 'streaming' && isLast
  switch (part.type) {
    case 'reasoning':
      return (
        <Reasoning
          text={part.text}
          ms={part.ms}
          since={streaming ? live.activeSince : undefined}
          state={reasoningState(part, isLast, live, ending)}
        />
      )
    case 'text':
    case 'refusal':
      return (
        <div data-slot="prose" dir="auto">
          <Markdown
            text={part.text}
            streaming={streaming}
            caret={streaming}
            tear={isLast && part.type === 'text' && torn.has(ending.kind)}
          />
        </div>
      )
    case 'tool_calls': {
      const mine = part.callIndexes.flatMap((index) => calls[index] ?? [])
      if (mine.length > 1) return <ToolGroup calls={mine} live={live?.calls} renderApproval={renderApproval} />
      return mine.map((call) => (
        <ToolCall
          key={call.key}
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
})

function reasoningState(
  part: Extract<MessagePart, { type: 'reasoning' }>,
  isLast: boolean,
  live: LiveStep | undefined,
  ending: Ending,
): ReasoningState {
  if (part.encrypted && part.text === '') return 'hidden'
  if (live) return isLast && live.phase === 'streaming' ? 'streaming' : 'done'
  if (!isLast) return 'done'
  if (ending.kind === 'length-thinking') return 'cut-off'
  return ending.kind === 'error' || ending.kind === 'incomplete' || ending.kind === 'cancelled' ? 'stopped' : 'done'
}
