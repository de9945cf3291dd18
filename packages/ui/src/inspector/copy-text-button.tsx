import { useEffect, useState } from 'react'
import { useAnnounce } from '../components/announcer/announcer.js'
import { Button } from '../components/button/button.js'
import { Icon } from '../icons/icon.js'
import { copyText } from '../lib/copy-text.js'
import { useInspectorWords } from './use-inspector-words.js'

export interface CopyTextButtonProps {
  label: string
  getText: () => string
  disabled?: boolean
}

const SHOW_MS = 1_500

/** A button with words that copies. It says for a moment whether that worked. */
export function CopyTextButton({ label, getText, disabled }: CopyTextButtonProps) {
  const { inspector } = useInspectorWords()
  const announce = useAnnounce()
  const [outcome, setOutcome] = useState<'copied' | 'copyFailed'>()
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), SHOW_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async (): Promise<void> => {
    const next = (await copyText(getText())) ? 'copied' : 'copyFailed'
    setOutcome(next)
    announce(inspector[next])
  }
  const icon = outcome === 'copied' ? 'done' : outcome ? 'error' : 'copy'
  return (
    <Button variant="small" aria-disabled={disabled} data-state={outcome} onClick={() => void copy()}>
      <Icon name={icon} />
      {label}
    </Button>
  )
}
