'use client'

import {
  type LiveStep,
  describeEnding,
  messageParts,
  pairStep,
  type MessagePart,
  type PairedCall,
  type Step,
  type StepOutline,
} from '@antiphon/core'
import { hasSameFields } from '@antiphon/base'
import { useLiveStep, useStep } from '@antiphon/react'
import { createElement, memo, useMemo, type ReactNode } from 'react'
import { useLazyModule } from '../../lib/lazy-module.js'
import { useStaticPage } from '../../lib/static-page.js'
import { useWords } from '../../strings/strings.js'
import { ContentPartView } from '../attachment/content-part-view.js'
import { Part, Root, type RootProps } from '../part/part.js'
import { ContinuedNote, RequestNoteView } from '../request-note/request-note.js'
import { Slot, useLang } from '../slots/slots.js'
import { AnswerSources } from '../sources/sources.js'
import { ToolCallView } from '../tool-call/tool-call.js'
import { ToolGroup } from '../tool-group/tool-group.js'
import { lazyLive } from '../live-parts/use-live-parts.js'
import { StepEnding } from './step-ending.js'
import { textPartViews } from './text-part-views.js'
import type { TextPartViewProps } from './text-part.js'
import { unshownItems } from '@antiphon/core/message'
import { isNote } from '@antiphon/core/channels'

export interface AssistantMessageViewProps extends RootProps<'div', 'empty-answer'> {
  step: Step
  live?: LiveStep
  /** Key of the turn that the step belongs to. The handlers of its buttons get it. */
  turnKey?: string
  /** The limit the answer ran under, for "512 of 512 output tokens used". */
  maxOutputTokens?: number
  renderApproval?: (call: PairedCall) => ReactNode
}

/** One step of an answer: its parts in the order they arrived, results that fit no call, and how it ended. */
export function AssistantMessageView(props: AssistantMessageViewProps) {
  const { step, live, turnKey = step.key, maxOutputTokens, renderApproval, ...rest } = props
  const { strings } = useWords()
  const { assistant } = step
  const parts = useMemo(() => (assistant ? messageParts(assistant) : []), [assistant])
  const { calls, orphans } = useMemo(() => pairStep(step, live), [step, live])
  const ending = useMemo(() => describeEnding(step, live), [step, live])
  const lang = useLang(assistant)
  const active = activePart(parts, live)
  const waits = live?.phase === 'waiting'
  const late = useLazyModule(lazyLive, waits)
  const continued = assistant?.request?.continued
  const isEmpty =
    parts.length === 0 &&
    orphans.length === 0 &&
    !live &&
    (ending.kind === 'stop' || ending.kind === 'none') &&
    !(assistant && unshownItems(assistant))

  return (
    <Root slot="assistant-message" data-message-id={assistant?.id} lang={lang} {...rest}>
      {assistant?.request && <Slot of="RequestNote" own={RequestNoteView} request={assistant.request} />}
      <AnswerSources message={assistant}>
        {parts.map((part, index) => (
          <MessagePartView
            key={part.key}
            part={part}
            isLast={index === parts.length - 1}
            isActive={index === active}
            calls={calls}
            live={live}
            ending={ending}
            renderApproval={live?.elsewhere ? undefined : renderApproval}
          />
        ))}
      </AnswerSources>
      {live && waits && late && createElement(late.WaitingRow, { live })}
      {orphans.map((result, index) => (
        <Slot
          of="ToolCall"
          own={ToolCallView}
          key={`orphan-${index}`}
          call={orphanCall(step, result, index)}
        />
      ))}
      {isEmpty && (
        <Part as="div" slot="empty-answer">
          {strings.transcript.emptyAnswer}
        </Part>
      )}
      {continued && !live && <Slot of="ContinuedNote" own={ContinuedNote} continued={continued} />}
      {assistant && (
        <StepEnding
          assistant={assistant}
          ending={ending}
          calls={calls}
          turnKey={turnKey}
          live={live !== undefined}
          maxOutputTokens={maxOutputTokens}
        />
      )}
    </Root>
  )
}

export interface ConnectedMessageViewProps extends Pick<
  AssistantMessageViewProps,
  'turnKey' | 'maxOutputTokens' | 'renderApproval'
> {
  outline: StepOutline
}

/**
 * One step of an answer of the chat above; a delta renders only this step. All steps render in the same way, so a fold that
 * a reader opened stays open when another step begins.
 */
export const ConnectedMessageView = memo(function ConnectedMessageView({
  outline,
  ...rest
}: ConnectedMessageViewProps) {
  const step = useStep(outline)
  const live = useLiveStep(outline.assistant)
  return <Slot of="AssistantMessage" own={AssistantMessageView} step={step} live={live} {...rest} />
})

/** The part that grows: the last one. In a continued answer it may be a note before the text. */
function activePart(parts: readonly MessagePart[], live: LiveStep | undefined): number {
  if (live?.phase !== 'streaming') return -1
  const { activePart: type } = live
  const note = isNote(type) ? parts.findLastIndex((part) => part.type === type) : -1
  return note >= 0 ? note : parts.length - 1
}

/** A result nobody asked for gets a row of its own, under the name it came with. */
function orphanCall(step: Step, result: Step['results'][number], index: number): PairedCall {
  return {
    key: `${step.key}/orphan-${index}`,
    call: {
      id: result.tool_call_id,
      type: 'function',
      function: { name: result.toolName ?? result.tool_call_id, arguments: '' },
    },
    result,
    state: 'orphan',
    messageIndex: step.assistantIndex ?? -1,
    callIndex: -1,
  }
}

type SpokenMessagePart = Extract<MessagePart, { type: 'audio' }>

interface MessagePartViewProps extends Omit<TextPartViewProps, 'part'> {
  part: MessagePart
  calls: readonly PairedCall[]
  renderApproval?: (call: PairedCall) => ReactNode
}

/** One part of an answer. Settled parts are skipped while a later one streams. */
const MessagePartView = memo(function MessagePartView(props: MessagePartViewProps) {
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
    case 'audio':
      return <SpokenPart {...props} part={part} />
    case 'image':
      return <ContentPartView part={part.part} alt={strings.attachment.generatedImage} />
    default: {
      const View = textPartViews[part.type]
      return <View {...props} part={part} />
    }
  }
}, isSamePart)

/** A spoken part of an answer: its transcript, and a player once the sound is complete. */
function SpokenPart({ part, ...rest }: MessagePartViewProps & { part: SpokenMessagePart }) {
  const { data, format, transcript } = part.audio
  const Text = textPartViews.text
  // The policy of a page without scripts plays nothing.
  const isStatic = useStaticPage() !== undefined
  const isHeard = Boolean(data) && !rest.isActive
  const late = useLazyModule(lazyLive, isHeard && !isStatic)
  const otherwise = (
    <ContentPartView part={{ type: 'input_audio', input_audio: { data: '', format: format ?? '' } }} />
  )
  return (
    <>
      {transcript && <Text {...rest} part={{ type: 'text', key: part.key, text: transcript }} />}
      {isHeard && (late ? createElement(late.SpokenAnswer, { data: data!, format, otherwise }) : otherwise)}
    </>
  )
}

/** Parts are derived again with every delta, so they are compared by content. */
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
