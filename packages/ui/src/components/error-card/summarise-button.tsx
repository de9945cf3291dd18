'use client'

import { useRef, useState } from 'react'
import { reasonIn } from '../../lib/text.js'
import { RevealedText } from '../../lib/reveal-text.js'
import { englishContext } from '../../strings/english-late.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { Button } from '../button/button.js'

export interface SummariseButtonProps {
  /** Resolves when the thread goes on from a summary. A rejection is shown. `signal` is aborted by Stop. */
  onSummarise: (more: { signal: AbortSignal }) => void | Promise<void>
}

/** "Summarise and continue", and Stop while the summary is written. If there is none, the reason is beside it. */
export function SummariseButton({ onSummarise }: SummariseButtonProps) {
  const words = useEntryWords('context', englishContext)
  const [reason, setReason] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const stop = useRef<AbortController>(undefined)
  const press = async (): Promise<void> => {
    if (isBusy) return stop.current?.abort()
    const { signal } = (stop.current = new AbortController())
    setIsBusy(true)
    setReason(undefined)
    try {
      await onSummarise({ signal })
    } catch (error) {
      if (!signal.aborted) setReason(reasonIn(error))
    }
    setIsBusy(false)
  }
  return (
    <>
      <Button variant="primary" onClick={() => void press()}>
        {isBusy ? words.stopSummary : words.summarise}
      </Button>
      <span role="status" data-slot="summary-state">
        {isBusy && words.summarising}
        {reason !== undefined && <RevealedText text={words.noSummary(reason)} />}
      </span>
    </>
  )
}
