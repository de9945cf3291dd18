import type { AssistantMessage, ChatErrorData, Ending } from '@antiphon/core'
import { use, useState } from 'react'
import { ErrorCard } from '../error-card/error-card.js'
import { FinishBadge } from '../finish-badge/finish-badge.js'
import { bindActions, TranscriptActionsContext } from '../transcript/transcript-actions.js'

export interface StepEndingProps {
  assistant: AssistantMessage
  ending: Ending
  turnKey: string
  /** The answer is still on its way. */
  live: boolean
  maxOutputTokens?: number
}

/** What stands under an answer that did not simply stop. */
export function StepEnding({ assistant, ending, turnKey, live, maxOutputTokens }: StepEndingProps) {
  const actions = bindActions(use(TranscriptActionsContext), { turnKey, message: assistant })
  // An error speaks up when it happens, not when an old thread is opened.
  const [wasLive, setWasLive] = useState(live)
  if (live && !wasLive) setWasLive(true)

  if (ending.kind === 'error') {
    const error = assistant.error ?? unknownError(assistant)
    const hasText = assistant.content.trim() !== '' && assistant.content !== error.message
    return (
      <ErrorCard
        error={error}
        hasText={hasText}
        alert={wasLive}
        onRetry={actions.onRetry}
        onContinue={actions.onContinue}
        onOpenSettings={actions.onOpenSettings}
        onPickModel={actions.onPickModel}
        onStartFromHere={actions.onStartFromHere}
        onEdit={actions.onEditMessage}
        onRetryWithoutField={actions.onRetryWithoutField}
        onOpenInWire={actions.onOpenInWire}
      />
    )
  }
  return (
    <FinishBadge
      ending={ending}
      outputTokens={assistant.usage?.outputTokens}
      maxOutputTokens={assistant.maxOutputTokens ?? maxOutputTokens}
      onContinue={actions.onContinue}
      onRetry={actions.onRetry}
      onRaiseLimit={actions.onRaiseLimit}
      onEditMessage={actions.onEditMessage}
      onAddResult={actions.onAddResult}
      onOpenInWire={actions.onOpenInWire}
    />
  )
}

/** Other systems flag an answer as failed without saying why. */
function unknownError(assistant: AssistantMessage): ChatErrorData {
  const raw = assistant.finishReasonRaw
  return {
    kind: 'provider',
    message: raw ? `The answer ended with "${raw}"` : 'The answer was marked as failed',
  }
}
