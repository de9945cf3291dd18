import { Button } from '@antiphon/ui'
import { Modal } from '@antiphon/ui/parts'
import { useId, useRef, useState } from 'react'
import { Select } from 'app-parts'
import { words } from '../words/words.js'
import { CodeBlock } from './screen-code.js'

export interface CodeDialogProps {
  /** The sentence at its top. */
  what: string
  /** The first one is shown. */
  files: readonly { name: string; code: string }[]
  onClose: () => void
}

/** Files of code, one at a time, to be copied. */
export function CodeDialog({ what, files, onClose }: CodeDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [at, setAt] = useState('0')
  const { code } = files[Number(at)]!
  return (
    <Modal ref={dialog} aria-labelledby={`${id}-title`} onClose={onClose} className="w-3xl">
      <div className="flex max-h-[calc(100dvh-2rem)] flex-col gap-3 p-5">
        <h2 id={`${id}-title`} className="text-[18px] leading-6 font-heading">
          {words.code.title}
        </h2>
        <p className="text-row text-text-2">{what}</p>
        {files.length > 1 && (
          <Select
            aria-label={words.code.part}
            className="max-w-72"
            options={Object.fromEntries(files.map(({ name }, index) => [String(index), name]))}
            value={at}
            onChange={setAt}
          />
        )}
        <CodeBlock code={code}>
          <Button onClick={() => dialog.current?.close()}>{words.code.close}</Button>
        </CodeBlock>
      </div>
    </Modal>
  )
}
