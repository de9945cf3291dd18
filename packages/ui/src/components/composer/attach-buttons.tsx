import { useRef, type ChangeEvent } from 'react'
import { useWords } from '../../strings/strings.js'
import { IconButton } from '../button/icon-button.js'

/** What cameras and most models agree on; phones turn their own format into one of these for it. */
const PHOTO_TYPES = 'image/jpeg,image/png,image/webp,image/gif'

/** Picks files; on a touch screen also takes a photo. */
export function AttachButtons({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { strings } = useWords()
  const { attach, photo } = strings.composer
  return (
    <>
      <Picker icon="attach" label={attach} onFiles={onFiles} />
      <span className="ap:hidden ap:pointer-coarse:contents">
        <Picker icon="camera" label={photo} onFiles={onFiles} accept={PHOTO_TYPES} capture="environment" />
      </span>
    </>
  )
}

interface PickerProps {
  icon: 'attach' | 'camera'
  label: string
  onFiles: (files: File[]) => void
  accept?: string
  capture?: 'environment'
}

function Picker({ icon, label, onFiles, accept, capture }: PickerProps) {
  const input = useRef<HTMLInputElement>(null)
  const onChange = (event: ChangeEvent<HTMLInputElement>): void => {
    const files = [...(event.target.files ?? [])]
    // The same file can be picked again.
    event.target.value = ''
    if (files.length > 0) onFiles(files)
  }
  return (
    <>
      <IconButton icon={icon} label={label} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple={!capture}
        accept={accept}
        capture={capture}
        hidden
        tabIndex={-1}
        aria-label={label}
        onChange={onChange}
      />
    </>
  )
}
