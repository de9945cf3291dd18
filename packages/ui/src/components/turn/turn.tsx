import {
  describeEnding,
  turnState,
  type LiveStep,
  type PairedCall,
  type Turn as TurnData,
} from '@antiphon/core'
import { memo, type ReactNode } from 'react'
import { ErrorBoundary } from '../../lib/error-boundary.js'
import { AssistantMessage } from '../assistant-message/assistant-message.js'
import { Slot } from '../slots/slot.js'
import { turnTime } from '../transcript/long/turn-facts.js'
import { FailedTurn } from './failed-turn.js'
import { MessageTurn } from './message-turn.js'
import { TurnFooter, type Branch } from './turn-footer.js'
import { TurnShell } from './turn-shell.js'

export interface TurnProps {
  turn: TurnData
  /** What a running chat knows about the last step. */
  live?: LiveStep
  /** The last turn keeps its buttons in view. */
  isLast?: boolean
  /** The browser may skip it while it is out of sight. */
  settled?: boolean
  branch?: Branch
  /** Of the element, for links to the turn. */
  id?: string
  maxOutputTokens?: number
  renderApproval?: (call: PairedCall) => ReactNode
}

/** One article of the transcript: a question, an answer with all its steps, or a notice. */
export const Turn = memo(function Turn(props: TurnProps) {
  const { turn, live, settled } = props
  return (
    <TurnShell
      id={props.id}
      turnKey={turn.key}
      author={turn.role}
      state={turnState(turn, live)}
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
})

function Answer(props: TurnProps & { turn: Extract<TurnData, { role: 'assistant' }> }) {
  const { turn, live, isLast, branch, maxOutputTokens, renderApproval } = props
  const last = turn.steps.length - 1
  const ending = turn.steps[last] && describeEnding(turn.steps[last], live)
  const plainEnding = ending === undefined || ending.kind === 'stop' || ending.kind === 'none'
  const hasFigures = turn.steps.some(
    ({ assistant }) => assistant?.usage ?? assistant?.timing ?? assistant?.model,
  )
  return (
    <>
      {turn.steps.map((step, index) => (
        <Slot
          of="AssistantMessage"
          own={AssistantMessage}
          key={step.key}
          step={step}
          turnKey={turn.key}
          live={index === last ? live : undefined}
          maxOutputTokens={maxOutputTokens}
          renderApproval={renderApproval}
        />
      ))}
      <TurnFooter
        turnKey={turn.key}
        steps={turn.steps}
        live={live}
        branch={branch}
        truncated={ending?.kind.startsWith('length-')}
        quiet={!isLast && (!plainEnding || !(hasFigures || branch))}
      />
    </>
  )
}
