import { contentToText, describeEnding, type LiveStep, type Step } from '@antiphon/core'
import { use } from 'react'
import { BranchPicker, type BranchPickerProps } from '../branch-picker/branch-picker.js'
import { FinishBadge } from '../finish-badge/finish-badge.js'
import { MessageActions } from '../message-actions/message-actions.js'
import { bindActions, TranscriptActionsContext } from '../transcript/transcript-actions.js'
import { LiveTokens } from '../usage-meter/live-tokens.js'
import { UsageMeter } from '../usage-meter/usage-meter.js'
import { summarizeUsage } from '../usage-meter/usage-summary.js'
import { Slot } from '../slots/slot.js'
import { useWords } from '../../strings/strings.js'

export type Branch = Pick<BranchPickerProps, 'index' | 'total' | 'onIndexChange'>

export interface TurnFooterProps {
  turnKey: string
  steps: readonly Step[]
  live?: LiveStep
  branch?: Branch
  truncated?: boolean
  /** Shown on hover, focus or touch only, in the gap to the next turn. */
  quiet?: boolean
}

/** Under an answer: copy, retry, version, figures. Its height is there from the start, so nothing shifts at the end. */
export function TurnFooter({ turnKey, steps, live, branch, truncated, quiet }: TurnFooterProps) {
  const { strings } = useWords()
  const message = steps.at(-1)?.assistant
  const actions = use(TranscriptActionsContext)
  const { onRetry } = bindActions(actions, { turnKey, message, whole: true })
  if (live?.elsewhere) {
    return (
      <div data-slot="turn-footer">
        <p data-slot="written-elsewhere" className="ap:px-1.5 ap:text-data ap:text-text-3">
          {strings.transcript.writtenElsewhere}
        </p>
      </div>
    )
  }
  if (live) {
    return (
      <div data-slot="turn-footer">
        <LiveTokens startedAt={live.startedAt} text={message?.content} reasoning={message?.reasoning} />
      </div>
    )
  }
  return (
    <>
      <StoppedAfterResults step={steps.at(-1)} turnKey={turnKey} />
      <div data-slot="turn-footer" data-quiet={quiet ? '' : undefined}>
        <Slot
          of="MessageActions"
          own={MessageActions}
          getText={() => answerText(steps)}
          getData={() => messagesOf(steps)}
          onRetry={onRetry}
        />
        {branch && <Slot of="BranchPicker" own={BranchPicker} {...branch} />}
        <Slot of="UsageMeter" own={UsageMeter} summary={summarizeUsage(steps)} truncated={truncated} />
      </div>
    </>
  )
}

/** An answer whose calls were answered, and that nothing follows: it was stopped there, or the page was closed. */
function StoppedAfterResults({ step, turnKey }: { step: Step | undefined; turnKey: string }) {
  const actions = use(TranscriptActionsContext)
  if (!step || describeEnding(step).kind !== 'none') return null
  const ending = describeEnding(step, undefined, true)
  const { onContinue, onRetry } = bindActions(actions, { turnKey, message: step.assistant })
  return <Slot of="FinishBadge" own={FinishBadge} ending={ending} onContinue={onContinue} onRetry={onRetry} />
}

function answerText(steps: readonly Step[]): string {
  return steps
    .flatMap(({ assistant }) => [contentToText(assistant?.content), assistant?.refusal ?? ''])
    .filter((text) => text.trim() !== '')
    .join('\n\n')
}

/** The messages of an answer, calls and results included, in their order. */
function messagesOf(steps: readonly Step[]): unknown[] {
  return steps.flatMap(({ assistant, results }) => [...(assistant ? [assistant] : []), ...results])
}
