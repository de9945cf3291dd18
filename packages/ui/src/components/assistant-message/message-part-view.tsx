'use client'

import { hasSameFields } from '@antiphon/core/internal'
import type { MessagePart, PairedCall } from '@antiphon/core'
import { memo, type ReactNode } from 'react'
import { useWords } from '../../strings/strings.js'
import { ContentPartView } from '../attachment/content-part-view.js'
import { Slot } from '../slots/slots.js'
import { ToolCallView } from '../tool-call/tool-call.js'
import { ToolGroup } from '../tool-group/tool-group.js'
import { textPartViews, type TextPartViewProps } from './text-part-views.js'

export interface MessagePartViewProps extends Omit<TextPartViewProps, 'part'> {
  part: MessagePart
  /** All calls of the message. */
  calls: readonly PairedCall[]
  renderApproval?: (call: PairedCall) => ReactNode
}

/** One part of an answer. Settled parts are skipped while a later one streams. */
export const MessagePartView = memo(function MessagePartView(props: MessagePartViewProps) {
  const { part, calls, live, renderApproval } = props
  const { strings } = useWords()
  switch (part.type) {
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
    default: {
      const View = textPartViews[part.type]
      return <View {...props} part={part} />
    }
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
  return hasSameFields(a.part, b.part)
}

function isSameCall(a: PairedCall | undefined, b: PairedCall | undefined): boolean {
  return a?.key === b?.key && a?.call === b?.call && a?.result === b?.result && a?.state === b?.state
}
