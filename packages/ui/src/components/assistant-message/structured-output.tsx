'use client'

import type { StreamedArguments } from '@antiphon/react'
import type { ReactNode } from 'react'
import { hasLossyNumber, readJson } from '../../lib/json.js'
import { englishStructured } from '../../strings/english-late.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import type { RootProps } from '../part/part.js'
import { ArgumentsView } from '../tool-args/arguments-view.js'

/** The JSON of an answer, as far as it is there. */
export interface StructuredOutputProps extends RootProps<'div'> {
  /** The JSON as the model wrote it; what Copy copies. */
  text: string
  /** The JSON that has arrived: `value`, and for each field whether it is complete. */
  partial: StreamedArguments
  /** `cut-off`: the answer ended inside the JSON, of which the beginning stays. */
  state: 'writing' | 'done' | 'cut-off'
  /** The same as text, as any other answer. A component of the host may show it. */
  otherwise: ReactNode
}

/**
 * An answer that is JSON, as data that fills in while it streams; the text as it came is one press away. Numbers that a
 * double would change, and values too deep to set out, show as text.
 */
export function StructuredOutput(props: StructuredOutputProps) {
  const { text, partial, state, otherwise: _otherwise, ...rest } = props
  const words = useEntryWords('structured', englishStructured)
  const json = state === 'done' ? readJson(text) : undefined
  return (
    <ArgumentsView
      data-structured=""
      raw={text}
      // Show the JSON of a cut answer like a whole one, because nothing in it grows any more.
      json={json ?? { ok: true, value: partial.value, exact: !hasLossyNumber(text) }}
      name=""
      words={words}
      state={state}
      partial={state === 'writing' ? partial : undefined}
      fold
      {...rest}
    />
  )
}
