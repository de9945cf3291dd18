import { Button } from '@antiphon/ui'
import { Modal } from '@antiphon/ui/parts'
import { useId, useRef } from 'react'
import { words } from '../words/words.js'
import { CodeBlock } from './screen-code.js'

export interface CodeDialogProps {
  /** The sentence at its top. */
  what: string
  code: string
  onClose: () => void
}

/** A file of code, to be copied. */
export function CodeDialog({ what, code, onClose }: CodeDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  return (
    <Modal ref={dialog} aria-labelledby={`${id}-title`} onClose={onClose} className="w-3xl">
      <div className="flex max-h-[calc(100dvh-2rem)] flex-col gap-3 p-5">
        <h2 id={`${id}-title`} className="text-[18px] leading-6 font-heading">
          {words.code.title}
        </h2>
        <p className="text-row text-text-2">{what}</p>
        <CodeBlock code={code}>
          <Button onClick={() => dialog.current?.close()}>{words.code.close}</Button>
        </CodeBlock>
      </div>
    </Modal>
  )
}
