'use client'

import type { AssistantMessage, ChatController, Ending, PairedCall } from '@antiphon/core'
import { unshownItems } from '@antiphon/core/message'
import { useOptionalChat } from '@antiphon/react'
import { createElement, useContext, useState } from 'react'
import { useLazyModule } from '../../lib/lazy-module.js'
import { lazyLive } from '../live-parts/use-live-parts.js'
import type { AddResultProps } from '../add-result/add-result.js'
import { ErrorCard } from '../error-card/error-card.js'
import { errorOf } from '../error-card/error-words.js'
import { filterCategory, FinishBadge } from '../finish-badge/finish-badge.js'
import { UnreadNote, UnshownNote } from '../request-note/request-note.js'
import { useCallForm } from '../tool-call/call-form.js'
import type { ToolRendererEntry } from '../tool-call/tool-renderers.js'
import { findTool } from '../tool-call/tool-title.js'
import { Slot } from '../slots/slots.js'
import { useIsForPeople } from '../context/audience-context.js'
import { bindActions, TranscriptActionsContext } from '../context/actions-context.js'
import { WrittenElsewhereContext } from '../context/written-elsewhere.js'

export interface StepEndingProps {
  assistant: AssistantMessage
  ending: Ending
  calls: readonly PairedCall[]
  turnKey: string
  /** The answer is still on its way. */
  live: boolean
  maxOutputTokens?: number
}

/** The notices below an answer: how it ended when not normally, and what could not be read or shown. */
export function StepEnding(props: StepEndingProps) {
  const { assistant, turnKey, live } = props
  const actions = bindActions(useContext(TranscriptActionsContext), { turnKey, message: assistant })
  // A card about the same says it already.
  const isTold = live || assistant.error?.kind === 'malformed_stream'
  const unread = isTold ? undefined : assistant.request?.unreadLines
  const unshown = live ? undefined : unshownItems(assistant)
  return (
    <>
      {unread !== undefined && unread > 0 && (
        <Slot of="UnreadNote" own={UnreadNote} count={unread} onOpenInWire={actions.onOpenInWire} />
      )}
      {unshown && (
        <Slot of="UnshownNote" own={UnshownNote} items={unshown} onOpenInWire={actions.onOpenInWire} />
      )}
      <HowItEnded {...props} actions={actions} />
    </>
  )
}

function HowItEnded({
  assistant,
  ending: ended,
  calls,
  maxOutputTokens,
  actions,
}: StepEndingProps & { actions: ReturnType<typeof bindActions> }) {
  const chat = useOptionalChat()
  const [adding, setAdding] = useState(false)
  // A transcript of plain messages may be inside another chat, which can answer only its own calls.
  const owner =
    assistant.id !== undefined && chat?.store.getMessage(assistant.id) === assistant ? chat : undefined
  const isForPeople = useIsForPeople()
  const open = calls.filter(
    ({ state, call }) => state === 'unanswered' && (!isForPeople || isForPerson(owner, call.function.name)),
  )
  const formOf = useCallForm()
  const inSight = calls.filter((call) => isInSight(formOf(call))).length
  const isLost = isForPeople && open.length === 0 && !actions.onAddResult && ended.kind === 'unanswered'
  const ending: Ending = isLost ? { kind: 'paused' } : ended
  const onContinue = mayContinue(assistant, ending) ? actions.onContinue : undefined
  const isElsewhere = useContext(WrittenElsewhereContext)
  const askForResult = owner && open.length > 0 && !isElsewhere ? () => setAdding(!adding) : undefined

  // A form says by itself that it waits.
  if (ending.kind === 'unanswered' && ending.unanswered === inSight) return null
  if (ending.kind === 'error') {
    const error = errorOf(assistant)
    const hasText = assistant.content.trim() !== '' && assistant.content !== error.message
    return (
      <Slot
        of="ErrorCard"
        own={ErrorCard}
        error={error}
        hasText={hasText}
        // The announcer of the transcript speaks for it.
        alert={false}
        onRetry={actions.onRetry}
        onContinue={onContinue}
        onOpenSettings={actions.onOpenSettings}
        onPickModel={actions.onPickModel}
        onSummarise={actions.onSummarise}
        onStartFromHere={actions.onStartFromHere}
        onEdit={actions.onEditMessage}
        onRetryWithoutField={actions.onRetryWithoutField}
        onOpenInWire={actions.onOpenInWire}
      />
    )
  }
  return (
    <Slot
      of="FinishBadge"
      own={FinishBadge}
      ending={ending}
      outputTokens={lastOutput(assistant)}
      maxOutputTokens={assistant.maxOutputTokens ?? maxOutputTokens}
      onContinue={onContinue}
      onRetry={actions.onRetry}
      onRaiseLimit={actions.onRaiseLimit}
      onEditMessage={actions.onEditMessage}
      onAddResult={actions.onAddResult ?? askForResult}
      onOpenInWire={actions.onOpenInWire}
      category={filterCategory(assistant)}
    >
      {adding && owner && open.length > 0 && !isElsewhere && (
        <ResultForms
          calls={open}
          onAdd={({ key }, value) => void owner.addToolResult(key, value)}
          onFailed={() => setAdding(false)}
        />
      )}
    </Slot>
  )
}

/** Nobody but a developer knows the result of a tool that runs by itself, or that is gone. */
function isForPerson(chat: ChatController | undefined, name: string): boolean {
  const tool = findTool(chat, name)
  return tool !== undefined && !tool.execute
}

const isInSight = (form: ToolRendererEntry | undefined): boolean =>
  form !== undefined && (form.present === 'card' || form.View.opensRow === true)

/** If they fail to load they close again, and the next press tries again. */
function ResultForms({ onFailed, ...props }: AddResultProps & { onFailed: () => void }) {
  const parts = useLazyModule(lazyLive, true, onFailed)
  return parts ? createElement(parts.AddResult, props) : null
}

/**
 * True when the answer can be continued: a text without calls after it, or a tool loop that was stopped here or at the provider. A
 * lost answer can always be continued; if nothing usable arrived it begins again.
 */
function mayContinue({ content, tool_calls, error }: AssistantMessage, { kind }: Ending): boolean {
  if (kind === 'incomplete' || kind === 'paused') return true
  return error?.kind === 'tool_loop_limit' || (content.trim() !== '' && !tool_calls?.length)
}

/** Output tokens of the last request, the one that ran into the limit. */
function lastOutput({ usage, request }: AssistantMessage): number | undefined {
  const before = request?.continued?.at(-1)?.usage?.outputTokens ?? 0
  return usage?.outputTokens === undefined ? undefined : usage.outputTokens - before
}
