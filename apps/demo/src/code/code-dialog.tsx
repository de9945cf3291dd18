import { Button } from '@antiphon/ui'
import { Modal } from '@antiphon/ui/parts'
import { useId, useRef, useState } from 'react'
import { Select } from 'app-parts'
import { words } from '../words/words.js'
import { CodeText } from './code-text.js'
import { CopyButton } from './copy-button.js'

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
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be reached with the keyboard */}
        <pre
          tabIndex={0}
          className="min-h-0 flex-1 overflow-auto rounded-block bg-sunken p-4 font-mono text-code"
        >
          <CodeText>{code}</CodeText>
        </pre>
        <div className="flex items-center justify-between gap-2">
          <code className="text-data text-text-2">{words.code.install}</code>
          <span className="flex gap-2">
            <CopyButton text={code} />
            <Button onClick={() => dialog.current?.close()}>{words.code.close}</Button>
          </span>
        </div>
      </div>
    </Modal>
  )
}
