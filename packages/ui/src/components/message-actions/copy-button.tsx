import { useEffect, useState } from 'react'
import { copyText } from '../../lib/copy-text.js'
import { useWords } from '../../strings/strings.js'
import { useAnnounce } from '../announcer/announcer.js'
import { IconButton } from '../button/icon-button.js'

export interface CopyButtonProps {
  label: string
  /** `plain` is true when Shift was held. */
  getText: (plain: boolean) => string
}

const SHOW_MS = 1_500

/** Copies; a check stands in for the icon for 1.5 s, and the success is announced. */
export function CopyButton({ label, getText }: CopyButtonProps) {
  const { strings } = useWords()
  const announce = useAnnounce()
  const [outcome, setOutcome] = useState<'copied' | 'failed'>()

  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), SHOW_MS)
    return () => clearTimeout(timer)
  }, [outcome])

  const copy = async (plain: boolean): Promise<void> => {
    const copied = await copyText(getText(plain))
    setOutcome(copied ? 'copied' : 'failed')
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
      onClick={(event) => void copy(event.shiftKey)}
    />
  )
}
