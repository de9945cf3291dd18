'use client'

import { StorageError, storageProblemWords, type StorageProblem } from '@antiphon/threads'
import { useCallback } from 'react'
import { englishThreads } from '../strings/english-threads.js'
import { useEntryWords } from '../strings/use-entry-words.js'

/**
 * Says in the words of the `StringsProvider` why something is not stored and what to do. Takes the `problem` of a `SaveState`, or what a
 * storage threw; a message of your own storage, and of any other error, stays as it is.
 */
export function useStorageFailure(): (failure: StorageProblem | Error) => string {
  const { problems } = useEntryWords('threads', englishThreads)
  return useCallback(
    (failure) => {
      const problem = failure instanceof StorageError ? failure.problem : failure
      const isOurs = 'kind' in problem && problem.message === storageProblemWords[problem.kind]
      return isOurs ? problems[problem.kind] : problem.message
    },
    [problems],
  )
}
