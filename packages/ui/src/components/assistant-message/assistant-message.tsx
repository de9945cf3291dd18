'use client'

import {
  type LiveStep,
  describeEnding,
  messageParts,
  pairStep,
  type MessagePart,
  type PairedCall,
  type Step,
} from '@antiphon/core'
import { isNote } from '@antiphon/core/internal'
import { useNow } from '@antiphon/react'
import { useMemo, type ReactNode } from 'react'
import { Icon } from '../../icons/icon.js'
import { revealToString } from '../../lib/reveal-text.js'
import { CodeWords } from '../../lib/text.js'
import { useWords } from '../../strings/strings.js'
import { errorTitle } from '../error-card/error-words.js'
import { Part, Root, type RootProps } from '../part/part.js'
import { ContinuedNote, RequestNoteView } from '../request-note/request-note.js'
import { Slot, useLang } from '../slots/slots.js'
import { AnswerSources } from '../sources/sources.js'
import { StatusRow } from '../status-row/status-row.js'
import { ToolCallView } from '../tool-call/tool-call.js'
import { MessagePartView } from './message-part-view.js'
import { StepEnding } from './step-ending.js'

const SAY_SENT_MS = 400
const SAY_WAITING_MS = 1_500

/**
 * Before the first token: nothing for 0.4 s, then "Sent", then who is waited for and how long. After a failed attempt:
 * what failed, and when it is tried again.
 */
export function WaitingRow({ live }: { live: LiveStep }) {
  const words = useWords()
  const { strings, formats } = words
  const now = useNow(true, 100)
  const waited = now - live.startedAt
  if (live.retry) {
    const wait = live.retry.at - now
    const problem = errorTitle(live.retry.error, words)
    return (
      <div data-slot="waiting" data-state="retrying">
        <StatusRow mark={<Icon name="retry" />}>
          <span data-slot="title">
            <CodeWords
              text={strings.transcript.retrying(problem, wait > 0 ? formats.roughDuration(wait) : undefined)}
            />
          </span>
        </StatusRow>
      </div>
    )
  }
  const waiting = waited >= SAY_WAITING_MS
  const model = live.model && revealToString(live.model)
  return (
    <div
      data-slot="waiting"
      data-state={waiting ? 'waiting' : 'pending'}
      data-quiet={waited < SAY_SENT_MS ? '' : undefined}
    >
      <StatusRow
        mark={waiting ? <Icon name="running" /> : <Icon name="queued" />}
        elapsed={waiting ? formats.duration(waited) : undefined}
      >
        <span data-slot="title">{waiting ? strings.transcript.waiting(model) : strings.transcript.sent}</span>
      </StatusRow>
    </div>
  )
}

export interface AssistantMessageViewProps extends RootProps<'div', 'empty-answer'> {
  step: Step
  live?: LiveStep
  /** Key of the turn it belongs to, for the handlers of its buttons. */
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
  const continued = assistant?.request?.continued
  const isEmpty =
    parts.length === 0 && orphans.length === 0 && !live && (ending.kind === 'stop' || ending.kind === 'none')

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
      {live?.phase === 'waiting' && <WaitingRow live={live} />}
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

/** The part that grows: the last one, but for notes of an answer that is gone on with, which stand before its text. */
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
