'use client'

import { useIsForPeople } from '../context/audience-context.js'
import { hasSameFields } from '@antiphon/base'
import type { LiveCall, PairedCall, CallState } from '@antiphon/core'
import { useNow } from '../../lib/use-now.js'
import { useContext, memo, useMemo, type Ref, type ReactNode } from 'react'
import { caret } from '../../lib/caret.js'
import { pickPreview, type JsonReading, readJson } from '../../lib/json.js'
import { RevealedText, revealToString } from '../../lib/reveal-text.js'
import { SHOWN_FROM_MS } from '../../strings/formats.js'
import { useWords, type Words } from '../../strings/strings.js'
import type { FoldControl } from '../fold/fold.js'
import { Part, Root, type RootProps } from '../part/part.js'
import { FoldedRow, StateMark, type RowSlot } from '../status-row/status-row.js'
import { firstErrorLine, reasonOf } from './call-result-text.js'
import { useResultForReader } from './result-for-reader.js'
import { useCallForm } from './call-form.js'
import { Progress } from './progress.js'
import { TAIL, tailOf, ToolCallBody } from './tool-call-body.js'
import { CardsOutsideContext, ToolCard } from './tool-card.js'
import { ToolNameContext, useToolTitles } from './tool-title.js'

/** The time a call took, from a tenth of a second on. Nothing when it is not known: a figure is never guessed. */
export function callTime(ms: number | undefined, formats: Words['formats']): string | null {
  return ms === undefined || ms < SHOWN_FROM_MS ? null : formats.duration(ms)
}

/** How long a call took, or has been running. */
function CallElapsed({ call, live }: { call: PairedCall; live?: LiveCall }) {
  const { formats, strings } = useWords()
  const isForPeople = useIsForPeople()
  const startedAt = call.state === 'running' ? live?.startedAt : undefined
  const now = useNow(startedAt !== undefined)
  if (call.state === 'queued') return strings.call.queuedNote
  if (isForPeople) return null
  if (startedAt === undefined) return callTime(call.result?.timing?.durationMs, formats)
  return <span aria-hidden="true">{callTime(now - startedAt, formats)}</span>
}

/** In these states the row shows words instead of arguments. */
const spoken = new Set<CallState>(['denied', 'cancelled', 'cut-off', 'unanswered', 'awaiting', 'orphan'])

/**
 * The state as far as the argument preview depends on it. Other states look the same, so the preview does not change
 * between them.
 */
function peekState(state: CallState): CallState {
  return state === 'writing' || spoken.has(state) ? state : 'done'
}

interface CallPeekProps {
  /** As `peekState` has it. */
  state: CallState
  /** The state in words. */
  word: string
  rawArguments: string
  json: JsonReading
  reason?: string
  /** The element of arguments that are being written. */
  tailRef?: Ref<HTMLElement>
}

/** The preview after the name: as many arguments as the row takes, or the text that is being written. */
const CallPeek = memo(function CallPeek({ state, word, rawArguments, json, reason, tailRef }: CallPeekProps) {
  const isForPeople = useIsForPeople()
  // Numbers that parsing would change, and text that is not JSON, show as they were written.
  const readable = json.ok && json.exact
  const pairs = useMemo(() => (json.ok && json.exact ? pickPreview(json.value) : []), [json])

  if (state === 'writing') {
    if (isForPeople) return null
    return (
      // The name of the row must not change with each piece; a screen reader drops events of which there are too many.
      <span data-slot="peek" aria-hidden="true">
        <i ref={tailRef}>
          <RevealedText text={tailOf(rawArguments)} />
        </i>
        {caret}
      </span>
    )
  }
  return (
    <span data-slot="peek">
      {spoken.has(state) && (
        <span data-slot="state-note">
          {/* Screen readers get it from the mark. */}
          <span aria-hidden="true">{word}</span>
          {reason && (
            <>
              {': '}
              <RevealedText text={reason} />
            </>
          )}
        </span>
      )}
      {!isForPeople && !readable && rawArguments.trim() !== '' && (
        <i>
          <RevealedText text={rawArguments.trim().slice(0, TAIL)} />
        </i>
      )}
      {!isForPeople &&
        pairs.map(({ key, value }) => (
          <span key={key}>
            <RevealedText text={key} />{' '}
            <i>
              <RevealedText text={value} />
            </i>{' '}
          </span>
        ))}
    </span>
  )
})

export interface CallViewProps extends Omit<ToolCallViewProps, 'defaultOpen'>, FoldControl {
  /** The element with the end of arguments that are being written. It is updated without rendering the call. */
  tailRef: Ref<HTMLElement>
  /** New text of the arguments is written there directly, without a render. */
  tailIsWritten: boolean
}

const unread: JsonReading = { ok: false }

/** The call to render. While its arguments are written behind a closed row, it renders once. */
export const CallView = memo(function CallView(props: CallViewProps) {
  const { call, live, approval, open, touched, toggle, reveal, tailRef, tailIsWritten: _, ...rest } = props
  const { strings } = useWords()
  const { state } = call
  const result = useResultForReader(call)
  const rawName = call.call.function.name
  const rawArguments = call.call.function.arguments
  const writing = state === 'writing'
  // Reading the whole text again with each piece would not be linear.
  const json = useMemo(() => (writing ? unread : readJson(rawArguments)), [writing, rawArguments])
  const isAsked = state === 'unanswered' && call.call.approvalRequest !== undefined
  // The row says already that it was denied.
  const denial = state === 'denied' && reasonOf(call.result) ? reasonOf(result) : undefined
  const reason = isAsked ? strings.call.asked : denial
  const isForm = useCallForm()(call) !== undefined
  const asking = state === 'awaiting' && approval !== undefined && !isForm
  const word = isForm ? strings.call.form : live?.needsLogin ? strings.call.login : strings.call.state[state]
  const title = useToolTitles()(rawName, json.ok ? json.value : undefined)
  const shownName = title ?? rawName
  const name = revealToString(shownName) || strings.call.unnamed
  const tool = useMemo(() => ({ name: rawName, shown: name }), [rawName, name])
  const cardsOutside = useContext(CardsOutsideContext)

  return (
    <ToolNameContext.Provider value={tool}>
      <Root
        slot="tool-call"
        data-row=""
        data-state={state}
        data-tool={rawName}
        data-call={call.call.id || undefined}
        data-call-key={call.key}
        {...rest}
      >
        {asking ? (
          <Part as="div" slot="approval-slot">
            {approval}
          </Part>
        ) : (
          <FoldedRow
            mark={<StateMark icon={isForm ? 'awaiting' : state} word={word} />}
            state={state}
            elapsed={<CallElapsed call={call} live={live} />}
            fold={{ open, touched, toggle, reveal }}
            words={
              <>
                <Part as={title ? 'span' : 'code'} slot="name">
                  {shownName ? <RevealedText text={shownName} /> : strings.call.unnamed}
                </Part>{' '}
                <CallPeek
                  state={peekState(state)}
                  word={word}
                  rawArguments={rawArguments}
                  json={json}
                  reason={reason}
                  tailRef={tailRef}
                />
              </>
            }
            closed={
              state === 'error' ? (
                <Part as="div" slot="error-line">
                  <RevealedText text={firstErrorLine(result)} />
                </Part>
              ) : (
                (state === 'running' || live?.needsLogin) && <Progress live={live} />
              )
            }
          >
            {/* A hidden body does not render with each piece. */}
            {(open || !writing) && (
              <ToolCallBody
                call={result === call.result ? call : { ...call, result }}
                live={live}
                json={json}
                name={name}
                open={open}
              />
            )}
          </FoldedRow>
        )}
        {!cardsOutside && !asking && <ToolCard call={call} live={live} />}
      </Root>
    </ToolNameContext.Provider>
  )
}, isSameView)

/** Each delta makes new pairings, so calls are compared by their contents. */
function isSameView(a: CallViewProps, b: CallViewProps): boolean {
  return hasSameFields({ ...a, call: b.call }, b) && isSameCall(a, b)
}

function isSameCall({ call: a, open, tailIsWritten }: CallViewProps, { call: b }: CallViewProps): boolean {
  if (a.key !== b.key || a.state !== b.state || a.result !== b.result) return false
  if (a.call === b.call) return true
  const grown = b.state === 'writing' && !open && tailIsWritten
  return grown && a.call.id === b.call.id && a.call.function.name === b.call.function.name
}

/** The call, and its live state. */
export interface ToolCallViewProps extends RootProps<
  'div',
  RowSlot | 'name' | 'fold' | 'error-line' | 'approval-slot' | 'tool-call-body' | 'tool-card'
> {
  call: PairedCall
  /** The live state of the call. */
  live?: LiveCall
  /** The question for a person. While the call waits it replaces the row, which would only repeat it. */
  approval?: ReactNode
  defaultOpen?: boolean
}
