import { StorageError, storageProblemWords, type StorageProblem } from '../storage/problem.js'
import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { StringsProvider } from '@antiphon/ui'
import { germanThreads } from './german.js'
import { useStorageFailure } from './use-storage-failure.js'

const quota: StorageProblem = { kind: 'quota', message: storageProblemWords.quota }

it.each<[what: string, thrown: unknown, said: string]>([
  ['a problem', quota, germanThreads.problems.quota],
  ['an error of the storage', new StorageError(quota), germanThreads.problems.quota],
  ['a problem with words of its own', { kind: 'quota', message: 'The disk is full.' }, 'The disk is full.'],
  ['an error', new Error('The folder is gone.'), 'The folder is gone.'],
  ['a text', 'The folder is gone.', 'The folder is gone.'],
  ['nothing', undefined, 'undefined'],
])('says what went wrong, whatever was thrown: %s', (_, thrown, said) => {
  const { result } = renderHook(useStorageFailure, {
    wrapper: ({ children }) => (
      <StringsProvider strings={{ threads: germanThreads }} locale="de">
        {children}
      </StringsProvider>
    ),
  })
  expect(result.current(thrown)).toBe(said)
})

it('asks for no reload where the storage comes back by itself', () => {
  for (const words of [storageProblemWords, germanThreads.problems]) {
    expect(words.blocked).not.toMatch(/reload| neu[.;]/i)
    expect(words.outdated).toMatch(/reload| neu[.;]/i)
  }
})
