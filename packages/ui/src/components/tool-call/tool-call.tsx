import type { LiveCall, PairedCall } from '@antiphon/core'
import { useId, useMemo, type ReactNode } from 'react'
import { readJson, type JsonReading } from '../../lib/read-json.js'
import { RevealedText } from '../../lib/revealed-text.js'
import { revealToString } from '../../lib/reveal-text.js'
import { useWords } from '../../strings/strings.js'
import { Fold } from '../fold/fold.js'
import { useFold } from '../fold/use-fold.js'
import { LedgerRow, type RowSlot } from '../ledger-row/ledger-row.js'
import { StateMark } from '../ledger-row/state-mark.js'
import { firstErrorLine, reasonOf } from './call-result-text.js'
import { callStateIcons } from './call-state-icons.js'
import { CallElapsed } from './call-elapsed.js'
import { CallPeek } from './call-peek.js'
import { ToolCallBody } from './tool-call-body.js'
import { Part, Root, type RootProps } from '../part/part.js'

export interface ToolCallProps extends RootProps<
  'div',
  RowSlot | 'name' | 'fold' | 'error-line' | 'approval-slot' | 'tool-call-body'
> {
  call: PairedCall
  /** What a running chat knows about it. */
  live?: LiveCall
  /** The question for a person. While the call waits it takes the place of the row, which would only repeat it. */
  approval?: ReactNode
  defaultOpen?: boolean
}

const unread: JsonReading = { ok: false }

/** One call: a 32px row that says what ran, with what, how it went and how long; everything else opens in place. */
export function ToolCall({ call, live, approval, defaultOpen = false, ...rest }: ToolCallProps) {
  const { strings } = useWords()
  const { state, result } = call
  const bodyId = useId()
  const fold = useFold(defaultOpen || state === 'error' || state === 'cut-off')
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
            fold={{ open: fold.open, toggle: fold.toggle, controls: bodyId }}
          >
            <Part as="code" slot="name">
              {rawName ? <RevealedText text={rawName} /> : strings.call.unnamed}
            </Part>{' '}
            <CallPeek state={state} rawArguments={rawArguments} json={json} reason={reason} />
          </LedgerRow>
          {state === 'error' && !fold.open && (
            <Part as="div" slot="error-line">
              <RevealedText text={firstErrorLine(result)} />
            </Part>
          )}
          <Fold id={bodyId} open={fold.open} onReveal={fold.reveal}>
            {/* What nobody sees is not drawn with each piece of it. */}
            {(fold.open || !writing) && (
              <ToolCallBody
                call={call}
                live={live}
                json={json}
                name={revealToString(rawName) || strings.call.unnamed}
                open={fold.open}
              />
            )}
          </Fold>
        </>
      )}
    </Root>
  )
}
