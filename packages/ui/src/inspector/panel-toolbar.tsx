import { useRef, type ReactNode } from 'react'
import { IconButton } from '../components/button/icon-button.js'
import { useInspectorWords } from './use-inspector-words.js'

export interface PanelToolbarProps {
  canSave: boolean
  isPicking: boolean
  isPasting: boolean
  onOpenFile: (file: File) => void
  onPaste: () => void
  onSave: () => void
  onClear: () => void
  /** Absent without a transcript to pick in. */
  onPick?: () => void
  onClose?: () => void
}

/** The head of the panel: its name, and what can be done with all of it. */
export function PanelToolbar(props: PanelToolbarProps): ReactNode {
  const { inspector } = useInspectorWords()
  const file = useRef<HTMLInputElement>(null)
  const { canSave, isPicking, isPasting, onOpenFile, onPaste, onSave, onClear, onPick, onClose } = props
  return (
    <div data-slot="wire-toolbar">
      <h2 data-slot="wire-title">{inspector.title}</h2>
      {onPick && <IconButton icon="pick" label={inspector.pick} aria-pressed={isPicking} onClick={onPick} />}
      <IconButton icon="open" label={inspector.open} onClick={() => file.current?.click()} />
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
      <IconButton icon="paste" label={inspector.paste} aria-expanded={isPasting} onClick={onPaste} />
      <IconButton icon="save" label={inspector.saveAll} aria-disabled={!canSave} onClick={onSave} />
      <IconButton icon="clear" label={inspector.clear} aria-disabled={!canSave} onClick={onClear} />
      {onClose && <IconButton icon="close" label={inspector.close} onClick={onClose} />}
    </div>
  )
}
