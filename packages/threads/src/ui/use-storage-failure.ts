'use client'

import { StorageError, storageProblemWords, type StorageProblem } from '../storage/problem.js'
import { useCallback } from 'react'
import { englishThreads } from './english.js'
import { useEntryWords } from '@antiphon/ui/parts'

/**
 * Says in the words of the `StringsProvider` why something is not stored and what to do. Takes the `problem` of a `SaveState`, or whatever
 * a storage threw; a message of your own storage, and of any other error, stays as it is.
 */
export function useStorageFailure(): (failure: unknown) => string {
  const { problems } = useEntryWords('threads', englishThreads)
  return useCallback(
    (failure) => {
      const problem = failure instanceof StorageError ? failure.problem : failure
      const { kind, message } = Object(problem) as Partial<StorageProblem>
      return kind && message === storageProblemWords[kind] ? problems[kind] : String(message ?? failure)
    },
    [problems],
  )
}
