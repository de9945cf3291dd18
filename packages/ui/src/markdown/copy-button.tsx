import { useEffect, useRef, useState, type ReactNode } from 'react'
import { copyText } from '../lib/copy-text.js'
import { useStrings } from './context.js'
import { CheckIcon, CopyIcon } from './icons.js'
import type { MarkdownStrings } from './strings.js'

/** How long a copy button shows its check, in ms. */
const SHOWN = 1500

type Outcome = 'copied' | 'failed' | null

export interface CopyButtonProps {
  /** Asked for at the click, so that a text that grows costs nothing before. */
  text: () => string
  /** What the button says; its name for a screen reader is `label`. */
  children: ReactNode
  label: string
  strings?: Partial<MarkdownStrings> | undefined
}

/** Copies as plain text, shows a check for a moment and says so in a polite live region. */
export function CopyButton({ text, children, label, strings: own }: CopyButtonProps) {
  const strings = useStrings(own)
  const [outcome, setOutcome] = useState<Outcome>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = async () => {
    setOutcome((await copyText(text())) ? 'copied' : 'failed')
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOutcome(null), SHOWN)
  }
  return (
    <>
      <button
        type="button"
        data-slot="markdown-button"
        data-state={outcome ?? undefined}
        aria-label={label}
        onClick={() => void copy()}
      >
        {outcome === 'copied' ? <CheckIcon /> : <CopyIcon />}
        {children}
      </button>
      <output data-slot="markdown-spoken" aria-live="polite">
        {outcome === 'copied' ? strings.copied : outcome === 'failed' ? strings.copyFailed : ''}
      </output>
    </>
  )
}
