'use client'

import { useIsForPeople } from '../context/audience-context.js'
import { standsAlone } from '../../lib/own-root.js'
import {
  contentToText,
  describeEnding,
  type LiveStep,
  type Step,
  type TurnState,
  type Turn as TurnData,
  type UserMessage as UserMessageData,
  turnState,
  type PairedCall,
} from '@antiphon/core'
import { answerTexts } from '@antiphon/core/channels'
import { useContext, useMemo, type ComponentProps, memo, type ReactNode } from 'react'
import { prettyJson } from '../../lib/json.js'
import { ErrorBoundary } from '../../lib/react.js'
import { useStaticPage } from '../../lib/static-page.js'
import { useWords } from '../../strings/strings.js'
import { AssistantMessageView } from '../assistant-message/assistant-message.js'
import { BranchPicker, type BranchPickerProps } from '../branch-picker/branch-picker.js'
import { FinishBadge } from '../finish-badge/finish-badge.js'
import { MessageActions } from '../message-actions/message-actions.js'
import { Notice } from '../notice/notice.js'
import { Slot } from '../slots/slots.js'
import { isNotice } from '../system-notice/notice-words.js'
import { SystemNotice } from '../system-notice/system-notice.js'
import type { AnswerPiece, PieceTurn } from '../transcript/long/answer-pieces.js'
import { turnName, turnTime } from '../transcript/long/turn-facts.js'
import { bindActions, TranscriptActionsContext } from '../context/actions-context.js'
import { AgentDepthContext, DrawTurnContext } from '../tool-call/agent-messages.js'
import { UsageMeter } from '../usage-meter/usage-meter.js'
import { summarizeUsage } from '../usage-meter/usage-summary.js'
import { EditableUserMessage } from '../user-message/editable-user-message.js'

export type Branch = Pick<BranchPickerProps, 'index' | 'total' | 'onIndexChange'>

export interface TurnFooterProps {
  turnKey: string
  steps: readonly Step[]
  live?: LiveStep
  branch?: Branch
  /** The last turn keeps its buttons in view. */
  isLast?: boolean
}

/** Under an answer: copy, retry, version, figures. Its height is there from the start, so nothing shifts at the end. */
export function TurnFooter({ turnKey, steps, live, branch, isLast }: TurnFooterProps) {
  const { strings } = useWords()
  const step = steps.at(-1)
  const message = step?.assistant
  const actions = useContext(TranscriptActionsContext)
  const { onRetry } = bindActions(actions, { turnKey, message, whole: true })
  const isForPeople = useIsForPeople()
  if (live?.elsewhere) {
    return (
      <div data-slot="turn-footer">
        <p data-slot="written-elsewhere" className="ap:px-1.5 ap:text-data ap:text-text-3">
          {strings.transcript.writtenElsewhere}
        </p>
      </div>
    )
  }
  // Only its room is kept. The live status is elsewhere, where the growing answer does not move it.
  if (live) return <div data-slot="turn-footer" />
  const ending = step && describeEnding(step).kind
  const isPlain = ending === undefined || ending === 'stop' || ending === 'none'
  const hasFigures =
    !isForPeople && steps.some(({ assistant }) => assistant?.usage ?? assistant?.timing ?? assistant?.model)
  // Shown on hover, focus or touch only. Its room is kept.
  const isQuiet = !isLast && !(isPlain && (hasFigures || branch))
  return (
    <>
      {ending === 'none' && <StoppedAfterResults step={step!} turnKey={turnKey} isLast={isLast} />}
      <div data-slot="turn-footer" data-quiet={isQuiet ? '' : undefined}>
        <Slot
          of="MessageActions"
          own={MessageActions}
          message={message}
          getText={() => answerText(steps)}
          getData={() => messagesOf(steps)}
          onRetry={onRetry}
        />
        {branch && <Slot of="BranchPicker" own={BranchPicker} {...branch} />}
        {!isForPeople && (
          <Slot
            of="UsageMeter"
            own={UsageMeter}
            summary={summarizeUsage(steps)}
            truncated={ending?.startsWith('length-')}
          />
        )}
      </div>
    </>
  )
}

/**
 * An answer whose calls have results and that ends there: it was stopped, or the page was closed. Where a later question follows, the
 * model reads the results with that or with the next one.
 */
function StoppedAfterResults({
  step,
  turnKey,
  isLast,
}: Pick<TurnFooterProps, 'turnKey' | 'isLast'> & { step: Step }) {
  const actions = useContext(TranscriptActionsContext)
  const ending = describeEnding(step, undefined, true)
  const { onContinue, onRetry } = bindActions(actions, { turnKey, message: step.assistant })
  if (!isLast && ending.kind === 'paused') return null
  return <Slot of="FinishBadge" own={FinishBadge} ending={ending} onContinue={onContinue} onRetry={onRetry} />
}

function answerText(steps: readonly Step[]): string {
  return steps
    .flatMap(({ assistant }) => (assistant ? answerTexts(assistant).map(contentToText) : []))
    .filter((text) => text.trim() !== '')
    .join('\n\n')
}

/** The messages of an answer, calls and results included, in their order. */
function messagesOf(steps: readonly Step[]): unknown[] {
  return steps.flatMap(({ assistant, results }) => [...(assistant ? [assistant] : []), ...results])
}

export interface TurnShellProps extends ComponentProps<'article'> {
  turnKey: string
  author: 'system' | 'user' | 'assistant'
  state: TurnState
  /** Epoch ms of the turn, for its accessible name. */
  time?: number
  /** True lets the browser skip its layout while it is out of sight. */
  settled?: boolean
  /** Which version this is, from 1, when there are several. */
  branch?: number
  piece?: AnswerPiece
}

/** The article around one turn, named by its author and time. */
export function TurnShell({
  turnKey,
  author,
  state,
  time,
  settled,
  branch,
  piece,
  children,
  ...rest
}: TurnShellProps) {
  const words = useWords()
  const isStatic = useStaticPage() !== undefined
  // An answer that streams is drawn in every frame.
  const label = useMemo(() => turnName(author, time, words), [author, time, words])
  return (
    <article
      data-slot="turn"
      data-role={author}
      data-state={state}
      // The turns of an agent are not turns of the thread.
      data-turn-id={useContext(AgentDepthContext) > 0 ? undefined : turnKey}
      data-branch={branch}
      data-follows={piece?.follows}
      data-goes-on={piece && !piece.all ? '' : undefined}
      data-settled={settled ? '' : undefined}
      aria-label={label}
      // The time of day depends on where it is read; server and browser may differ.
      suppressHydrationWarning
      {...rest}
    >
      {/* A page that is a document of its own is read by its headings. */}
      {isStatic && <h2 className="ap:sr-only">{label}</h2>}
      <DrawTurnContext.Provider value={TurnView}>{children}</DrawTurnContext.Provider>
    </article>
  )
}

/** Shown when the renderer of a turn threw. The content of the turn is there as data. */
export function FailedTurn({ turn, error }: { turn: TurnData; error: unknown }) {
  const { strings } = useWords()
  const messages = turn.role === 'assistant' ? messagesOf(turn.steps) : [turn.message]
  return (
    <Notice
      role="note"
      tone="danger"
      icon="error"
      title={strings.notice.renderFailed}
      detail={`${error instanceof Error ? `${error.message}. ` : ''}${strings.notice.renderFailedDetail}`}
    >
      <details className="ap:basis-full">
        <summary>{strings.notice.renderFailedData}</summary>
        <pre data-slot="error-body" tabIndex={0} role="group" aria-label={strings.notice.renderFailedData}>
          {prettyJson(messages, 2)}
        </pre>
      </details>
    </Notice>
  )
}

interface MessageTurnProps {
  turn: Extract<TurnData, { role: 'system' | 'user' }>
  /** Versions of an edited question, or of a thread that goes on from a summary. */
  branch?: Branch
}

/** A turn of one message: what somebody asked, or a notice. */
function MessageTurn({ turn, branch }: MessageTurnProps) {
  const { message, key } = turn
  const { onEditMessage } = bindActions(useContext(TranscriptActionsContext), { turnKey: key, message })
  if (isNotice(message))
    return (
      <>
        <Slot of="SystemNotice" own={SystemNotice} message={message} />
        {branch && <Slot of="BranchPicker" own={BranchPicker} {...branch} />}
      </>
    )
  const user = message as UserMessageData
  return (
    <EditableUserMessage
      id={key}
      message={user}
      actions={
        <>
          <Slot
            of="MessageActions"
            own={MessageActions}
            author="user"
            message={user}
            getText={() => contentToText(user.content)}
            getData={() => user}
            onEdit={onEditMessage}
          />
          {branch && <Slot of="BranchPicker" own={BranchPicker} {...branch} />}
        </>
      }
    />
  )
}

export interface TurnViewProps {
  turn: PieceTurn
  /** The live state of the last step. */
  live?: LiveStep
  /** The last turn keeps its buttons in view. */
  isLast?: boolean
  /** The browser may skip it while it is out of sight. */
  settled?: boolean
  branch?: Branch
  /** Id of the element, for links to the turn. */
  id?: string
  maxOutputTokens?: number
  renderApproval?: (call: PairedCall) => ReactNode
}

/** One article of the transcript: a question, an answer with all its steps, or a notice. */
export const TurnView = memo(
  standsAlone(function TurnView(props: TurnViewProps) {
    const { turn, live, settled } = props
    const { piece } = turn
    return (
      <TurnShell
        id={props.id}
        turnKey={turn.key}
        author={turn.role}
        // How the answer ended is the state of its last piece.
        state={piece && !piece.all ? 'done' : turnState(turn, live)}
        piece={piece}
        time={turnTime(turn)}
        settled={settled}
        branch={props.branch && props.branch.total > 1 ? props.branch.index + 1 : undefined}
      >
        <ErrorBoundary resetKey={turn} renderFallback={(error) => <FailedTurn turn={turn} error={error} />}>
          {turn.role === 'assistant' ? (
            <Answer {...props} turn={turn} />
          ) : (
            <MessageTurn turn={turn} branch={props.branch} />
          )}
        </ErrorBoundary>
      </TurnShell>
    )
  }),
)

function Answer(props: TurnViewProps & { turn: Extract<PieceTurn, { role: 'assistant' }> }) {
  const { turn, live, isLast, branch, maxOutputTokens, renderApproval } = props
  const last = turn.steps.length - 1
  return (
    <>
      {turn.steps.map((step, index) => (
        <Slot
          of="AssistantMessage"
          own={AssistantMessageView}
          key={step.key}
          step={step}
          turnKey={turn.key}
          live={index === last ? live : undefined}
          maxOutputTokens={maxOutputTokens}
          renderApproval={renderApproval}
        />
      ))}
      {(!turn.piece || turn.piece.all) && (
        <TurnFooter
          turnKey={turn.key}
          steps={turn.piece?.all ?? turn.steps}
          live={live}
          branch={branch}
          isLast={isLast}
        />
      )}
    </>
  )
}
