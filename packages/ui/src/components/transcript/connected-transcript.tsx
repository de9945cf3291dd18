import type { PairedCall } from '@antiphon/core'
import { useChat, useFollowScroll, useTurns } from '@antiphon/react'
import type { ComponentProps, ReactNode } from 'react'
import { ConnectedApproval } from '../tool-approval/connected-approval.js'
import { ConnectedTurn } from './connected-turn.js'
import { ALWAYS_RENDERED } from './messages-transcript.js'
import { StreamAnnouncements } from './stream-announcements.js'
import type { AnnounceMode } from './transcript.js'
import { TranscriptActionsContext, type TranscriptActions } from './transcript-actions.js'
import { TranscriptFrame } from './transcript-frame.js'
import { useChatActions } from './use-chat-actions.js'
import { useApprovalInView } from './use-approval-in-view.js'
import { useJumpReason } from './use-jump-reason.js'

export interface ConnectedTranscriptProps extends Omit<ComponentProps<'section'>, 'role' | 'children'> {
  /** Handlers of the host; they come before what the chat can do by itself. */
  actions: TranscriptActions
  theme?: 'light' | 'dark' | 'system'
  density?: 'comfortable' | 'compact'
  renderApproval?: (call: PairedCall) => ReactNode
  maxOutputTokens?: number
  empty?: ReactNode
  announce?: AnnounceMode
  branchOf?: unknown
  live?: unknown
}

const askPerson = (call: PairedCall): ReactNode => <ConnectedApproval call={call} />

/** The transcript of the chat above. It renders when a turn comes or goes; a delta reaches one message only. */
export function ConnectedTranscript(props: ConnectedTranscriptProps) {
  const {
    actions,
    renderApproval = askPerson,
    maxOutputTokens,
    empty,
    announce = 'length',
    branchOf: _branchOf,
    live: _live,
    ...rest
  } = props
  const turns = useTurns()
  const { status } = useChat()
  const streaming = status === 'streaming' || status === 'submitted'
  const follow = useFollowScroll({
    anchorKey: turns.findLast((turn) => turn.role === 'user')?.key,
    streaming,
  })
  const reason = useJumpReason({ isAtEnd: follow.isAtEnd, streaming, turns })
  const inView = useApprovalInView(follow.viewportRef, reason === 'approval')
  const jumpReason = inView ? undefined : reason
  return (
    <TranscriptActionsContext value={useChatActions(actions)}>
      <TranscriptFrame
        follow={follow}
        streaming={streaming}
        jumpReason={turns.length === 0 ? undefined : jumpReason}
        empty={turns.length === 0 ? empty : undefined}
        {...rest}
      >
        {turns.map((turn, index) => (
          <ConnectedTurn
            key={turn.key}
            outline={turn}
            isLast={index === turns.length - 1}
            settled={index < turns.length - ALWAYS_RENDERED}
            maxOutputTokens={maxOutputTokens}
            renderApproval={renderApproval}
          />
        ))}
      </TranscriptFrame>
      {announce !== 'off' && <StreamAnnouncements mode={announce} />}
    </TranscriptActionsContext>
  )
}
