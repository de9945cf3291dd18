import { IconButton } from '@antiphon/ui'

/** Says that the box holds an earlier message. */
export function EditNote({ onCancel }: { onCancel: () => void }) {
  return (
    <div className="flex items-center gap-1 text-data text-text-2">
      <output>Editing your message. Sending it makes a new version; Esc cancels.</output>
      <IconButton icon="close" label="Cancel editing" onClick={onCancel} />
    </div>
  )
}
