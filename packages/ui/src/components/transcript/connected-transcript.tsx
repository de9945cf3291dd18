import type { PairedCall, TurnOutline } from '@antiphon/core'
import { useChatInstance, useFollowScroll, useTurns, useWrittenElsewhere } from '@antiphon/react'
import { createElement, useCallback, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { useWords } from '../../strings/strings.js'
import { ErrorBoundary } from '../../lib/error-boundary.js'
import { laterLive } from '../../lib/later-live.js'
import { useLaterPart } from '../../lib/later-part.js'
import { ApprovalCard } from '../tool-approval/approval-card.js'
import { ConnectedTurn } from './connected-turn.js'
import { createTurnFacts } from './long/turn-facts.js'
import { TurnList } from './long/turn-list.js'
import { readTurn } from './read-turn.js'
import type { AnnounceMode } from './transcript.js'
import { TranscriptActionsContext, type TranscriptActions } from './transcript-actions.js'
import { TranscriptFrame, type FrameProps } from './transcript-frame.js'
import { useChatActions } from './use-chat-actions.js'
import { WrittenElsewhereContext } from './written-elsewhere.js'
import { useApprovalInView } from './use-approval-in-view.js'
import { useJumpReason } from './use-jump-reason.js'
import { useLiveParts } from './use-live-parts.js'
import { usePlace, type ReadingPlace } from './use-place.js'

export interface ConnectedTranscriptProps extends FrameProps {
  /** Handlers of the host; they come before what the chat can do by itself. */
  actions: TranscriptActions
  renderApproval?: (call: PairedCall) => ReactNode
  maxOutputTokens?: number
  empty?: ReactNode
  announce?: AnnounceMode
  branchOf?: unknown
  live?: unknown
  drawAll?: boolean
  idPrefix?: string
  startAt?: ReadingPlace
  onPlaceChange?: (place: ReadingPlace | undefined) => void
}

const askPerson = (call: PairedCall): ReactNode => <ApprovalCard call={call} />

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
    drawAll,
    idPrefix,
    startAt,
    onPlaceChange,
    ...rest
  } = props
  const turns = useTurns()
  const chat = useChatInstance()
  const { status } = useSyncExternalStore(chat.subscribe, chat.getState, chat.getState)
  const isElsewhere = useWrittenElsewhere()
  const streaming = status === 'streaming' || status === 'submitted' || isElsewhere
  const approval = isElsewhere ? undefined : renderApproval
  useLiveParts(true)
  // What could not be loaded is asked for again with each request.
  const parts = useLaterPart(laterLive, status)
  const follow = useFollowScroll({
    anchorKey: turns.findLast((turn) => turn.role === 'user')?.key,
    streaming,
  })
  const start = usePlace(follow, { startAt, onPlaceChange, thread: chat })
  const words = useWords()
  const { store } = chat
  const facts = useMemo(
    () => createTurnFacts((outline: TurnOutline) => readTurn(outline, store), words),
    [store, words],
  )
  const renderTurn = useCallback(
    (outline: TurnOutline, place: { isLast: boolean; settled: boolean }) => (
      <ConnectedTurn
        outline={outline}
        idPrefix={idPrefix}
        maxOutputTokens={maxOutputTokens}
        renderApproval={approval}
        {...place}
      />
    ),
    [idPrefix, maxOutputTokens, approval],
  )
  const reason = useJumpReason({ isAtEnd: follow.isAtEnd, streaming, turns })
  const inView = useApprovalInView(follow.viewportRef, reason === 'approval')
  const jumpReason = inView ? undefined : reason
  return (
    <TranscriptActionsContext value={useChatActions(actions, isElsewhere)}>
      <WrittenElsewhereContext value={isElsewhere}>
        <TranscriptFrame
          follow={follow}
          streaming={streaming}
          jumpReason={turns.length === 0 ? undefined : jumpReason}
          empty={turns.length === 0 ? empty : undefined}
          {...rest}
        >
          <TurnList
            turns={turns}
            facts={facts}
            follow={follow}
            drawAll={drawAll}
            idPrefix={idPrefix}
            startAt={start}
            renderTurn={renderTurn}
          />
        </TranscriptFrame>
      </WrittenElsewhereContext>
      {parts && announce !== 'off' && (
        <ErrorBoundary renderFallback={() => null}>
          {createElement(parts.StreamAnnouncements, { mode: announce })}
        </ErrorBoundary>
      )}
    </TranscriptActionsContext>
  )
}
