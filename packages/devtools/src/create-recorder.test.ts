import { immediateScheduler, manualScheduler } from '@antiphon/core/testing'
import { expect, test } from 'vitest'
import { createRecorder } from './recorder.js'
import { createTimeline } from './timeline.js'

const start = { attempt: 1, reading: {} }
const bytes = (size: number): Uint8Array => new Uint8Array(size).fill(0x20)

test('the oldest exchanges are emptied first, and stay in the list', () => {
  const recorder = createRecorder({ maxBytes: 250, scheduler: immediateScheduler })
  for (let i = 0; i < 4; i++) {
    const writer = recorder.begin(start)
    writer.bytes(bytes(100))
    writer.end({ how: 'ended' })
  }
  const list = recorder.getExchanges()
  expect(list.map(({ body, received, dropped }) => [body.length, received, dropped])).toEqual([
    [0, 100, 'old'],
    [0, 100, 'old'],
    [100, 100, undefined],
    [100, 100, undefined],
  ])
})

test('of one that is too long the beginning stays, and one that runs is never emptied', () => {
  const recorder = createRecorder({ maxBytes: 150, maxExchangeBytes: 120, scheduler: immediateScheduler })
  const first = recorder.begin(start)
  const second = recorder.begin(start)
  first.bytes(bytes(100))
  first.bytes(bytes(100))
  second.bytes(bytes(100))
  const list = recorder.getExchanges()
  expect(list.map(({ body, received, dropped }) => [body.length, received, dropped])).toEqual([
    [120, 200, 'long'],
    [100, 100, undefined],
  ])
})

test('more exchanges than the list holds are counted', () => {
  const recorder = createRecorder({ maxExchanges: 2, scheduler: immediateScheduler })
  for (let i = 0; i < 5; i++) recorder.begin(start).end({ how: 'ended' })
  expect(recorder.getExchanges()).toHaveLength(2)
  expect(recorder.forgotten).toBe(3)
})

test('a thousand pieces in one frame wake a listener once', () => {
  const scheduler = manualScheduler()
  const recorder = createRecorder({ scheduler })
  let calls = 0
  recorder.subscribe(() => calls++)
  const writer = recorder.begin(start)
  for (let i = 0; i < 1_000; i++) writer.bytes(bytes(1))
  scheduler.frame()
  expect(calls).toBe(1)
})

test('a clock that is set back never makes a later piece earlier', () => {
  let now = 1_000
  const recorder = createRecorder({ now: () => now, scheduler: immediateScheduler })
  const writer = recorder.begin(start)
  now = 1_500
  writer.bytes(bytes(1))
  now = 200
  writer.bytes(bytes(1))
  now = 1_600
  writer.end({ how: 'ended' })
  const [exchange] = recorder.getExchanges()
  expect(exchange!.body.pieces.map(({ at }) => at)).toEqual([500, 500])
  expect(exchange!.end!.at).toBe(600)
})

test('a timeline follows an exchange that runs, and reads each byte once', () => {
  const recorder = createRecorder({ scheduler: immediateScheduler })
  const writer = recorder.begin(start)
  const timeline = createTimeline(recorder.getExchanges()[0]!)
  const line = new TextEncoder().encode('data: {"choices":[{"delta":{"content":"ab"}}]}\n\n')
  for (let i = 0; i < 500; i++) {
    writer.bytes(line)
    expect(timeline.update(recorder.getExchanges()[0]!)).toBe(true)
  }
  writer.end({ how: 'ended' })
  timeline.update(recorder.getExchanges()[0]!)
  expect(timeline.rows).toHaveLength(500)
  expect(timeline.bytesRead).toBe(500 * line.length)
  expect(timeline.completion!.message.content).toHaveLength(1_000)
})
