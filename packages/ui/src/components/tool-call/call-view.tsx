import { memo, useId, useMemo, type Ref } from 'react'
import { readJson, type JsonReading } from '../../lib/read-json.js'
import { RevealedText } from '../../lib/revealed-text.js'
import { revealToString } from '../../lib/reveal-text.js'
import { useWords } from '../../strings/strings.js'
import { Fold } from '../fold/fold.js'
import { LedgerRow } from '../ledger-row/ledger-row.js'
import { StateMark } from '../ledger-row/state-mark.js'
import { Part, Root } from '../part/part.js'
import { CallElapsed } from './call-elapsed.js'
import { CallPeek, peekState } from './call-peek.js'
import { firstErrorLine, reasonOf } from './call-result-text.js'
import { callStateIcons } from './call-state-icons.js'
import type { ToolCallProps } from './tool-call.js'
import { ToolCallBody } from './tool-call-body.js'

export interface CallViewProps extends Omit<ToolCallProps, 'defaultOpen'> {
  open: boolean
  toggle(): void
  reveal(): void
  /** Where the end of arguments that are being written stands, so that it can be renewed without drawing the call. */
  tailRef: Ref<HTMLElement>
  /** What is new in the arguments is written there: no reason to draw. */
  tailIsWritten: boolean
}

const unread: JsonReading = { ok: false }

/** A call as it is drawn. While its arguments are written behind a closed row, it is drawn once. */
export const CallView = memo(function CallView(props: CallViewProps) {
  const { call, live, approval, open, toggle, reveal, tailRef, tailIsWritten: _, ...rest } = props
  const { strings } = useWords()
  const { state, result } = call
  const bodyId = useId()
  const rawName = call.call.function.name
  const rawArguments = call.call.function.arguments
  const writing = state === 'writing'
  // To read all of a text again with each of its pieces would not be linear.
  const json = useMemo(() => (writing ? unread : readJson(rawArguments)), [writing, rawArguments])
  const reason = state === 'denied' ? reasonOf(result) : undefined
  const asking = state === 'awaiting' && approval !== undefined

  return (
    <Root
      slot="tool-call"
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
        <>
          <LedgerRow
            mark={<StateMark icon={callStateIcons[state]} word={strings.call.state[state]} />}
            elapsed={<CallElapsed call={call} live={live} />}
            fold={{ open, toggle, controls: bodyId }}
          >
            <Part as="code" slot="name">
              {rawName ? <RevealedText text={rawName} /> : strings.call.unnamed}
            </Part>{' '}
            <CallPeek
              state={peekState(state)}
              rawArguments={rawArguments}
              json={json}
              reason={reason}
              tailRef={tailRef}
            />
          </LedgerRow>
          {state === 'error' && !open && (
            <Part as="div" slot="error-line">
              <RevealedText text={firstErrorLine(result)} />
            </Part>
          )}
          <Fold id={bodyId} open={open} onReveal={reveal}>
            {/* What nobody sees is not drawn with each piece of it. */}
            {(open || !writing) && (
              <ToolCallBody
                call={call}
                live={live}
                json={json}
                name={revealToString(rawName) || strings.call.unnamed}
                open={open}
              />
            )}
          </Fold>
        </>
      )}
    </Root>
  )
}, isSameView)

/** A pairing is made anew with each delta, so calls are compared by what they are made of. */
function isSameView(a: CallViewProps, b: CallViewProps): boolean {
  const keys = Object.keys(b) as (keyof CallViewProps)[]
  return (
    keys.length === Object.keys(a).length &&
    keys.every((key) => key === 'call' || Object.is(a[key], b[key])) &&
    isSameCall(a, b)
  )
}

function isSameCall({ call: a, open, tailIsWritten }: CallViewProps, { call: b }: CallViewProps): boolean {
  if (a.key !== b.key || a.state !== b.state || a.result !== b.result) return false
  if (a.call === b.call) return true
  const grown = b.state === 'writing' && !open && tailIsWritten
  return grown && a.call.id === b.call.id && a.call.function.name === b.call.function.name
}
