import {
  describeEnding,
  turnState,
  type PairedCall,
  type Step,
  type StepOutline,
  type TurnOutline,
} from '@antiphon/core'
import { useChatInstance, useLiveStep, useMessage, useStep, useVersions } from '@antiphon/react'
import { memo, type ReactNode } from 'react'
import { ErrorBoundary } from '../../lib/error-boundary.js'
import { AssistantMessage } from '../assistant-message/assistant-message.js'
import { Slot } from '../slots/slot.js'
import { FailedTurn } from '../turn/failed-turn.js'
import { TurnFooter, type Branch } from '../turn/turn-footer.js'
import { TurnShell } from '../turn/turn-shell.js'
import { Turn } from '../turn/turn.js'
import { readStep } from './read-turn.js'

interface Shared {
  isLast: boolean
  settled: boolean
  /** Begins the id of the element. */
  idPrefix?: string
  maxOutputTokens?: number
  renderApproval?: (call: PairedCall) => ReactNode
}

export interface ConnectedTurnProps extends Shared {
  outline: TurnOutline
}

/** One turn that listens to its own messages. */
export const ConnectedTurn = memo(function ConnectedTurn({ outline, ...shared }: ConnectedTurnProps) {
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
  return <Turn turn={{ ...outline, message }} branch={branch} id={idOf(idPrefix, outline.key)} {...shared} />
}

function ConnectedAnswer({
  outline,
  ...shared
}: Shared & { outline: Extract<TurnOutline, { role: 'assistant' }> }) {
  const { store } = useChatInstance()
  const { isLast, settled, idPrefix, maxOutputTokens, renderApproval } = shared
  const lastOutline = outline.steps.at(-1)!
  const last = useStep(lastOutline)
  const live = useLiveStep(lastOutline.assistant)
  const ids = outline.steps.flatMap((step) => step.assistant ?? [])
  const branch = useBranch(ids)
  const ending = describeEnding(last, live)
  const plain = ending.kind === 'stop' || ending.kind === 'none'
  // Only the last step can change while it is live; the others are read when the footer is drawn.
  const steps: Step[] = outline.steps.map((step) => (step === lastOutline ? last : readStep(step, store)))
  const { assistant } = last
  const hasFigures = Boolean(assistant?.usage ?? assistant?.timing ?? assistant?.model)

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
          <ConnectedStep
            key={step.key}
            outline={step}
            turnKey={outline.key}
            maxOutputTokens={maxOutputTokens}
            renderApproval={renderApproval}
          />
        ))}
        <TurnFooter
          turnKey={outline.key}
          steps={steps}
          live={live}
          branch={branch}
          truncated={ending.kind.startsWith('length-')}
          quiet={!isLast && (!plain || !(hasFigures || branch))}
        />
      </ErrorBoundary>
    </TurnShell>
  )
}

function idOf(prefix: string | undefined, key: string): string | undefined {
  return prefix === undefined ? undefined : prefix + key
}

interface ConnectedStepProps {
  outline: StepOutline
  turnKey: string
  maxOutputTokens?: number
  renderApproval?: (call: PairedCall) => ReactNode
}

/** Each step is drawn alike, the last one too: what a reader opened in it stays open when another step begins. */
const ConnectedStep = memo(function ConnectedStep({ outline, ...rest }: ConnectedStepProps) {
  const step = useStep(outline)
  const live = useLiveStep(outline.assistant)
  return <Slot of="AssistantMessage" own={AssistantMessage} step={step} live={live} {...rest} />
})

/** Versions of the first of these messages that has any. */
function useBranch(ids: readonly string[]): Branch | undefined {
  const { ids: versions, index, activate } = useVersions(ids)
  if (versions.length < 2) return undefined
  return { index, total: versions.length, onIndexChange: (next) => activate(versions[next]!) }
}
