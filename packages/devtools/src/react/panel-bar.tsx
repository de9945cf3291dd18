'use client'

import { useRef, type ReactNode } from 'react'
import { IconButton } from '@antiphon/ui'
import { Menu } from '@antiphon/ui/parts'
import { useInspectorWords } from './words.js'

export interface PanelMenuProps {
  canSave: boolean
  onOpenFile: (file: File) => void
  onPaste: () => void
  onSave: () => void
  /** Absent without an exchange on screen. */
  onReport?: () => void
  onClear: () => void
  /** Absent without a transcript to pick in. */
  onPick?: () => void
  /** To the exchange before and the one behind; absent at either end. */
  onPrevious?: () => void
  onNext?: () => void
  onClose?: () => void
}

/** The end of the bar: the menu for the whole panel, and the button that closes it. */
export function PanelMenu(props: PanelMenuProps): ReactNode {
  const { inspector } = useInspectorWords()
  const file = useRef<HTMLInputElement>(null)
  const { canSave, onOpenFile, onPaste, onSave, onReport, onClear, onPick, onPrevious, onNext, onClose } =
    props
  const step = (id: 'previous' | 'next', label: string, run: (() => void) | undefined) =>
    run ? [{ id, icon: id, label, run } as const] : []
  return (
    <div data-slot="wire-end">
      <Menu
        label={inspector.more}
        groups={[
          onReport ? [{ id: 'report', icon: 'alert', label: inspector.report, run: onReport }] : [],
          onPick ? [{ id: 'pick', icon: 'pick', label: inspector.pick, run: onPick }] : [],
          [
            ...step('previous', inspector.previousExchange, onPrevious),
            ...step('next', inspector.nextExchange, onNext),
          ],
          [
            { id: 'open', icon: 'open', label: inspector.open, run: () => file.current?.click() },
            { id: 'paste', icon: 'paste', label: inspector.paste, run: onPaste },
            ...(canSave
              ? ([
                  { id: 'save', icon: 'save', label: inspector.saveAll, run: onSave },
                  { id: 'clear', icon: 'clear', label: inspector.clear, run: onClear },
                ] as const)
              : []),
          ],
        ]}
      />
      <input
        ref={file}
        type="file"
        className="ap:hidden"
        tabIndex={-1}
        aria-label={inspector.open}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          if (chosen) onOpenFile(chosen)
          // The same file may be chosen again.
          currentTarget.value = ''
        }}
      />
      {onClose && <IconButton icon="close" label={inspector.close} onClick={onClose} />}
    </div>
  )
}
