import { getEventListeners } from 'node:events'
import { expect, it } from 'vitest'
import { raceAbort } from './abort.js'

it('ends with the promise, or at once with the signal, and listens no longer', async () => {
  const { signal } = new AbortController()
  expect(await raceAbort(Promise.resolve(1), signal)).toBe(1)
  await expect(raceAbort(Promise.reject(new Error('own')), signal)).rejects.toThrow('own')
  await Promise.resolve()
  expect(getEventListeners(signal, 'abort')).toEqual([])

  const late = new AbortController()
  const pending = raceAbort(new Promise(() => {}), late.signal)
  late.abort(new Error('stopped'))
  await expect(pending).rejects.toThrow('stopped')
  expect(getEventListeners(late.signal, 'abort')).toEqual([])
  await expect(raceAbort(new Promise(() => {}), late.signal)).rejects.toThrow('stopped')
  expect(getEventListeners(late.signal, 'abort')).toEqual([])
})
