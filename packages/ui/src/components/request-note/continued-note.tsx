import type { Continuation } from '@antiphon/core'
import { useId } from 'react'
import { Icon } from '../../icons/icon.js'
import { RevealedText } from '../../lib/revealed-text.js'
import { useWords } from '../../strings/strings.js'
import { Fold } from '../fold/fold.js'
import { useFold } from '../fold/use-fold.js'
import { LedgerRow, type RowSlot } from '../ledger-row/ledger-row.js'
import { Part, Root, type RootProps } from '../part/part.js'

export interface ContinuedNoteProps extends RootProps<'div', RowSlot | 'title' | 'fold' | 'notice-text'> {
  continued: readonly Continuation[]
}

/**
 * That an answer was gone on with, in one quiet row; behind it what was sent for that, since no message of the thread
 * holds it.
 */
export function ContinuedNote({ continued, ...rest }: ContinuedNoteProps) {
  const { strings, formats } = useWords()
  const id = useId()
  const fold = useFold(false)
  const words = strings.request
  return (
    <Root slot="continued-note" data-count={continued.length} {...rest}>
      <LedgerRow
        mark={<Icon name="continued" />}
        fold={{ open: fold.open, toggle: fold.toggle, controls: id }}
      >
        <Part slot="title">{words.continued(continued.length, formats.number(continued.length))}</Part>
      </LedgerRow>
      <Fold id={id} open={fold.open} onReveal={fold.reveal}>
        <Part as="ol" slot="notice-text" className="ap:list-inside ap:list-decimal">
          {continued.map(({ at, asked }, index) => (
            <li key={`${at}-${index}`} dir="auto">
              <RevealedText text={asked === undefined ? words.continuedFrom : words.continuedBy(asked)} />
            </li>
          ))}
        </Part>
      </Fold>
    </Root>
  )
}
