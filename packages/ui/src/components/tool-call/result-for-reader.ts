'use client'

import type { PairedCall } from '@antiphon/core'
import { useMemo } from 'react'
import { useWords } from '../../strings/strings.js'
import { useIsForPeople } from '../context/audience-context.js'
import { useLateParts } from '../live-parts/use-live-parts.js'

/**
 * The result of a call as its reader may see it. The kit's own texts about a call that failed are written for the model, so people
 * read one sentence in their place, once it is loaded.
 */
export function useResultForReader({ result }: PairedCall): PairedCall['result'] {
  const { strings } = useWords()
  const isFailure = useIsForPeople() && result?.isError === true
  const late = useLateParts(isFailure)
  return useMemo(
    () => (isFailure ? { ...result, content: late?.failureText(result, strings) ?? '' } : result),
    [isFailure, result, late, strings],
  )
}
