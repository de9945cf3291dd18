'use client'

import {
  messageParts,
  turnState,
  type Message,
  type PairedCall,
  type Step,
  type TurnOutline,
} from '@antiphon/core'
import { useIsForPeople } from '../context/audience-context.js'
import {
  useLiveStep,
  useMessage,
  useOptionalChat,
  useStep,
  useVersions,
  useFollowScroll,
  useTurns,
} from '@antiphon/react'
import {
  memo,
  type ReactNode,
  createElement,
  useCallback,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { useLazyModule } from '../../lib/lazy-module.js'
import { ErrorBoundary, takesRef } from '../../lib/react.js'
import { useWords } from '../../strings/strings.js'
import { ConnectedMessageView } from '../assistant-message/assistant-message.js'
import { ApprovalCard } from '../tool-approval/approval-card.js'
import { FailedTurn, TurnFooter, type Branch, TurnShell, TurnView } from '../turn/turn.js'
import { createTurnFacts } from './long/turn-facts.js'
import { TurnList } from './long/turn-list.js'
import { readStep, readTurn } from '../../lib/read-turn.js'
import { RevealContext } from '../context/reveal-context.js'
import { TranscriptActionsContext, type TranscriptActions } from '../context/actions-context.js'
import { useChatActions } from './transcript-actions.js'
import type { DrawnProps } from './transcript-contexts.js'
import { TranscriptFrame, useJumpReason } from './transcript-frame.js'
import { useApprovalInView } from './use-approval-in-view.js'
import { lazyLive, useLiveParts } from '../live-parts/use-live-parts.js'
import { usePlace } from './use-place.js'
import { useShownTurns } from './use-shown-turns.js'
import { useWrittenElsewhere } from './use-written-elsewhere.js'
import { WrittenElsewhereContext } from '../context/written-elsewhere.js'

interface Shared {
  isLast: boolean
  settled: boolean
  /** Begins the id of the element. */
  idPrefix?: string
  maxOutputTokens?: number
  renderApproval?: (call: PairedCall) => ReactNode
}

interface ConnectedTurnProps extends Shared {
  outline: TurnOutline
}

/** One turn that listens to its own messages. */
const ConnectedTurn = memo(function ConnectedTurn({ outline, ...shared }: ConnectedTurnProps) {
  if (outline.role === 'assistant') return <ConnectedAnswer outline={outline} {...shared} />
  return <ConnectedMessage outline={outline} {...shared} />
})

function ConnectedMessage({
  outline,
  idPrefix,
  ...shared
}: Shared & { outline: Extract<TurnOutline, { role: 'system' | 'user' }> }) {
  const message = useMessage(outline.key)
  const branch = useBranch([outline.key])
  if (!message) return null
  return (
    <TurnView turn={{ ...outline, message }} branch={branch} id={idOf(idPrefix, outline.key)} {...shared} />
  )
}

function ConnectedAnswer({
  outline,
  ...shared
}: Shared & { outline: Extract<TurnOutline, { role: 'assistant' }> }) {
  const { store } = useOptionalChat()!
  const { isLast, settled, idPrefix, maxOutputTokens, renderApproval } = shared
  const lastOutline = outline.steps.at(-1)!
  const last = useStep(lastOutline)
  const live = useLiveStep(lastOutline.assistant)
  const ids = outline.steps.flatMap((step) => step.assistant ?? [])
  const branch = useBranch(ids)
  // Only the last step can change while it is live. The others are read when the footer renders.
  const steps: Step[] = outline.steps.map((step) => (step === lastOutline ? last : readStep(step, store)))
  const { assistant } = last
  return (
    <TurnShell
      id={idOf(idPrefix, outline.key)}
      turnKey={outline.key}
      author="assistant"
      state={turnState({ ...outline, steps }, live)}
      time={assistant?.timestamp ?? assistant?.timing?.startedAt}
      settled={settled && !live}
      branch={branch ? branch.index + 1 : undefined}
    >
      <ErrorBoundary
        resetKey={last}
        renderFallback={(error) => <FailedTurn turn={{ ...outline, steps }} error={error} />}
      >
        {outline.steps.map((step) => (
          <ConnectedMessageView
            key={step.key}
            outline={step}
            turnKey={outline.key}
            maxOutputTokens={maxOutputTokens}
            renderApproval={renderApproval}
          />
        ))}
        <TurnFooter turnKey={outline.key} steps={steps} live={live} branch={branch} isLast={isLast} />
      </ErrorBoundary>
    </TurnShell>
  )
}

function idOf(prefix: string | undefined, key: string): string | undefined {
  return prefix === undefined ? undefined : prefix + key
}

/** False for an attempt that failed before its first word, as after a session has ended. Developers read its request. */
const hasBegun = (message: Message): boolean =>
  message.role !== 'assistant' || message.finishReason !== 'error' || messageParts(message).length > 0

/** Versions of the first of these messages that has any. */
function useBranch(ids: readonly string[]): Branch | undefined {
  const { ids: versions, index, activate } = useVersions(ids, useIsForPeople() ? hasBegun : undefined)
  if (versions.length < 2) return undefined
  return { index, total: versions.length, onIndexChange: (next) => activate(versions[next]!) }
}

export interface ConnectedTranscriptProps extends DrawnProps {
  /** Handlers of the host; they come before what the chat can do by itself. */
  actions: TranscriptActions
}

const isStoppedHere = (message: Message | undefined): boolean =>
  message?.role === 'assistant' && message.finishReason === 'cancelled'

/** Did the newest question come from the queue? The queue is shorter from the same render on. */
function useCameFromQueue(question: string | undefined, waiting: number): boolean {
  const [seen, setSeen] = useState({ question, waiting, isQueued: false })
  if (seen.question === question && seen.waiting === waiting) return seen.isQueued
  const isQueued = seen.question === question ? seen.isQueued : waiting < seen.waiting
  setSeen({ question, waiting, isQueued })
  return isQueued
}

const askPerson = (call: PairedCall): ReactNode => <ApprovalCard call={call} />

/** The transcript of the chat above. It renders when a turn is added or removed; a delta renders one message only. */
export const ConnectedTranscript = /* @__PURE__ */ takesRef(function ConnectedTranscript(
  props: ConnectedTranscriptProps,
) {
  const {
    actions,
    renderApproval = askPerson,
    maxOutputTokens,
    showSystem,
    empty,
    announce = 'length',
    branchOf: _branchOf,
    live: _live,
    isLog: _isLog,
    drawAll,
    idPrefix,
    startAt,
    onPlaceChange,
    ...rest
  } = props
  const chat = useOptionalChat()!
  const { store } = chat
  const roleOf = useCallback(({ key }: TurnOutline) => store.getMessage(key)?.role, [store])
  const turns = useShownTurns(useTurns(), showSystem, roleOf)
  const { status, queue } = useSyncExternalStore(chat.subscribe, chat.getState, chat.getState)
  const isElsewhere = useWrittenElsewhere()
  const streaming = status === 'streaming' || status === 'submitted' || isElsewhere
  const approval = isElsewhere ? undefined : renderApproval
  useLiveParts(true)
  // Each request tries again to load the parts that failed to load.
  const parts = useLazyModule(lazyLive, status)
  const anchorKey = turns.findLast((turn) => turn.role === 'user')?.key
  const isQueued = useCameFromQueue(anchorKey, queue.length)
  const follow = useFollowScroll({ anchorKey, isQueued, streaming })
  const start = usePlace(follow, { startAt, onPlaceChange, thread: chat, isEmpty: turns.length === 0 })
  const words = useWords()
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
  const last = turns.at(-1)
  const ending = last?.role === 'assistant' ? last.steps.at(-1)?.assistant : undefined
  const isStopped = ending !== undefined && isStoppedHere(store.getMessage(ending))
  const reason = useJumpReason({ follow, streaming, isStopped, turns })
  const inView = useApprovalInView(follow.viewportRef, reason === 'approval')
  const jumpReason = inView ? undefined : reason
  return (
    <TranscriptActionsContext.Provider value={useChatActions(actions, isElsewhere)}>
      <WrittenElsewhereContext.Provider value={isElsewhere}>
        <RevealContext.Provider value={follow.reveal}>
          <TranscriptFrame
            follow={follow}
            streaming={streaming}
            jumpReason={turns.length === 0 ? undefined : jumpReason}
            empty={turns.length === 0 ? empty : undefined}
            foot={
              parts &&
              streaming &&
              last?.role === 'assistant' && (
                <ErrorBoundary renderFallback={() => null}>
                  {createElement(parts.ConnectedLiveFoot, { key: last.key, outline: last })}
                </ErrorBoundary>
              )
            }
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
        </RevealContext.Provider>
      </WrittenElsewhereContext.Provider>
      {parts && createElement(parts.StopInView, { follow, streaming, isStopped })}
      {parts && announce !== 'off' && (
        <ErrorBoundary renderFallback={() => null}>
          {createElement(parts.StreamAnnouncements, { mode: announce })}
        </ErrorBoundary>
      )}
    </TranscriptActionsContext.Provider>
  )
})
