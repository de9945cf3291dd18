'use client'

import { useCopy } from '../../lib/copy-text.js'
import { useWords } from '../../strings/strings.js'
import { useAnnounce } from '../announcer/announcer.js'
import { IconButton } from '../button/button.js'

export interface CopyButtonProps {
  label: string
  /** `plain` is true when Shift was held. */
  getText: (plain: boolean) => string
}

/** Copies; a check replaces the icon for 1.5 s, and the success is announced. */
export function CopyButton({ label, getText }: CopyButtonProps) {
  const { strings } = useWords()
  const announce = useAnnounce()
  const { outcome, copy } = useCopy()
  const press = async (plain: boolean): Promise<void> => {
    const copied = await copy(getText(plain))
    announce(copied ? strings.messageActions.copied : strings.messageActions.copyFailed)
  }
  return (
    <IconButton
      icon={outcome === 'copied' ? 'done' : outcome === 'failed' ? 'error' : 'copy'}
      label={label}
      data-state={outcome}
      className={
        outcome === 'copied' ? 'ap:text-success' : outcome === 'failed' ? 'ap:text-danger' : undefined
      }
      onClick={(event) => void press(event.shiftKey)}
    />
  )
}
