'use client'

import { useToolArguments } from '@antiphon/react'
import type { ReactNode } from 'react'
import { isRecord } from '@antiphon/base'
import { Slot } from '../slots/slots.js'
import { StructuredOutput } from './structured-output.js'
import type { TextPartViewProps } from './text-part.js'

/** Shows a text as data as long as it is JSON, else `otherwise`. Loaded with `lazyLive`. */
export function StructuredPart(props: TextPartViewProps & { isTorn: boolean; otherwise: ReactNode }) {
  const { part, isActive, isTorn, otherwise } = props
  const { text, key } = part
  const state = isActive ? 'writing' : isTorn ? 'cut-off' : 'done'
  const isOpen = state !== 'done'
  const call = { key, call: { function: { arguments: text } }, state: isOpen ? 'writing' : 'done' } as const
  const partial = useToolArguments(call)
  const { value, error } = partial
  if (error || !(isRecord(value) || Array.isArray(value))) return otherwise
  // Data without anything in it would show nothing, and the answer said something.
  if (!isActive && Object.keys(value).length === 0) return otherwise
  return (
    <Slot
      of="StructuredOutput"
      own={StructuredOutput}
      data-part={key}
      text={text}
      partial={partial}
      state={state === 'cut-off' && partial.complete ? 'done' : state}
      otherwise={otherwise}
    />
  )
}
