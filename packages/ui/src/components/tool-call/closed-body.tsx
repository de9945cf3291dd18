import type { LiveCall, PairedCall } from '@antiphon/core'
import { useMemo, useState, type ReactNode } from 'react'
import type { JsonReading } from '../../lib/read-json.js'
import { RevealedText } from '../../lib/revealed-text.js'
import { useWords } from '../../strings/strings.js'
import { readSteps } from '../tool-steps/read-steps.js'
import { usePrinting } from '../transcript/long/use-printing.js'
import { Part } from '../part/part.js'
import { closedWords } from './closed-words.js'

export interface ClosedBodyProps {
  open: boolean
  call: PairedCall
  live?: LiveCall
  json: JsonReading
  /** The body itself. */
  children: ReactNode
}

/**
 * A body that has not been opened is one text of its words; opened, found or printed it is drawn, and once opened it stays.
 * Most bodies are never looked at, and twenty trees drawn in the frame in which twenty calls end would hold the page up.
 */
export function ClosedBody({ open, children, ...words }: ClosedBodyProps) {
  const [opened, setOpened] = useState(open)
  if (open && !opened) setOpened(true)
  return opened || open ? children : <UnlessPrinted {...words}>{children}</UnlessPrinted>
}

function UnlessPrinted({ children, ...words }: Omit<ClosedBodyProps, 'open'>) {
  return usePrinting() ? children : <Words {...words} />
}

function Words({ call, live, json }: Omit<ClosedBodyProps, 'open' | 'children'>) {
  const { strings } = useWords()
  // A pairing is made anew with each delta, what it is made of is not.
  const { result } = call
  const raw = call.call.function.arguments
  const output = live?.output
  const steps = live?.steps
  const text = useMemo(
    () => closedWords(raw, json, result, readSteps(steps, result), output, strings.call),
    [raw, json, result, steps, output, strings],
  )
  return (
    <Part as="div" slot="tool-call-body" data-closed="" dir="auto">
      <RevealedText text={text} padding />
    </Part>
  )
}
