import type { LiveCall, PairedCall, ToolMessage } from '@antiphon/core'
import { memo, useState, type ReactNode } from 'react'
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

function UnlessPrinted({ call, live, json, children }: Omit<ClosedBodyProps, 'open'>) {
  const printing = usePrinting()
  if (printing) return children
  return (
    <Words
      raw={call.call.function.arguments}
      json={json}
      result={call.result}
      steps={live?.steps}
      output={live?.output}
    />
  )
}

interface WordsProps {
  raw: string
  json: JsonReading
  result: ToolMessage | undefined
  steps: LiveCall['steps']
  output: string | undefined
}

/** A pairing is made anew with each delta; what it is made of is not. */
const Words = memo(function Words({ raw, json, result, steps, output }: WordsProps) {
  const { strings } = useWords()
  return (
    <Part as="div" slot="tool-call-body" data-closed="" dir="auto">
      <RevealedText
        text={closedWords(raw, json, result, readSteps(steps, result), output, strings.call)}
        padding
      />
    </Part>
  )
})
