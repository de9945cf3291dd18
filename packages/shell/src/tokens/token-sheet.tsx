'use client'

import { useId, useRef } from 'react'
import { Button } from '@antiphon/ui'
import { englishTokens } from '../strings/english-tokens.js'
import { useEntryWords, Modal } from '@antiphon/ui/parts'
import { TokenView, type TokenViewProps } from './token-view.js'

export interface TokenSheetProps extends Omit<TokenViewProps, 'onGoOn'> {
  onClose: () => void
}

/** How sure the model was of each token of an answer, in a dialog. Open while it is mounted. */
export function TokenSheet({ onClose, ...rest }: TokenSheetProps) {
  const words = useEntryWords('tokens', englishTokens)
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const close = (): void => dialog.current?.close()
  return (
    <Modal ref={dialog} aria-labelledby={id} data-slot="token-sheet" onClose={onClose}>
      <div className="ap:flex ap:max-h-[calc(100dvh-2rem)] ap:flex-col">
        <div className="ap:flex ap:items-center ap:justify-between ap:gap-3 ap:border-b ap:border-line ap:px-4 ap:py-3">
          <h2 id={id} className="ap:text-prose ap:font-heading">
            {words.title}
          </h2>
          <Button onClick={close}>{words.close}</Button>
        </div>
        <TokenView {...rest} onGoOn={close} />
      </div>
    </Modal>
  )
}
