'use client'

import type { createPartialJsonReader, PartialJson, PartialJsonReader } from '@antiphon/core/partial-json'
import { useState } from 'react'
import { hasLossyNumber } from './json.js'
import { createLazyModule, useLazyModule } from './lazy-module.js'

/** Arguments at one moment of their arrival. */
export interface PartialArguments {
  json: PartialJson
  /** Every number in them so far shows as it was written. */
  exact: boolean
}

/** Only a call that is being written needs it. A chat that has tools loads it once it stands on the page. */
export const lazyReader = createLazyModule(() =>
  import('@antiphon/core/partial-json').then((module) => module.createPartialJsonReader),
)

/**
 * What can be told of a text that grows, piece by piece: each piece is read once, however often it is drawn. Needs no chat, only the
 * text as it is now. Undefined while `growing` is false, and until the reader has been loaded.
 */
export function usePartialArguments(text: string, growing: boolean): PartialArguments | undefined {
  const create = useLazyModule(lazyReader, growing)
  const [read] = useState(createTextReader)
  return growing && create ? read(text, create) : undefined
}

/**
 * What it holds follows from the texts it was given alone: a drawing that React throws away leaves nothing wrong behind.
 */
function createTextReader(): (text: string, create: typeof createPartialJsonReader) => PartialArguments {
  let reader: PartialJsonReader | undefined
  let before = ''
  let exact = true
  let last: PartialArguments | undefined
  return (text, create) => {
    if (last && text === before) return last
    if (!reader || !goesOn(text, before)) {
      reader = create()
      before = ''
      exact = true
    }
    // Overlapping, since a number may arrive in two pieces.
    exact &&= !hasLossyNumber(text, before.length)
    reader.push(text.slice(before.length))
    before = text
    return (last = { json: reader.snapshot(), exact })
  }
}

/** The end of what was read tells: to compare all of it each time would not be linear. */
function goesOn(text: string, before: string): boolean {
  const from = Math.max(0, before.length - 64)
  return text.slice(from, before.length) === before.slice(from)
}
