import { describe, expect, test } from 'vitest'
import { createAccumulator } from './accumulator.js'

const says = (text: string, index = 0) => ({ choices: [{ index, delta: { content: text } }] })
const ends = (text?: string, index = 0) => ({
  choices: [
    { index, delta: text === undefined ? {} : { content: text }, finish_reason: 'stop', logprobs: null },
  ],
})
const words = { message: 'The model is being loaded' }

function reading(...chunks: object[]) {
  const accumulator = createAccumulator()
  for (const chunk of chunks) accumulator.push(chunk)
  return accumulator
}

describe('where an answer may have ended (docs/wire 2.2)', () => {
  test.each<[string, object[], finish: boolean, alone: boolean]>([
    ['nothing has come', [], false, false],
    ['a text has come', [says('a')], false, false],
    ['the reason came behind the text', [says('a'), ends()], true, true],
    ['the reason came with the last text', [says('a'), ends('b')], true, false],
    ['the reason came with all of it', [ends('a')], true, false],
    ['the reason came first', [ends()], true, false],
    ['text came behind the reason', [says('a'), ends(), says('b')], false, false],
    ['each text has a reason', [ends('a'), ends('b'), ends('c')], false, false],
    ['each text has a reason, and one stands alone', [ends('a'), ends('b'), ends()], false, false],
    ['one of two choices goes on', [says('a'), says('b', 1), ends()], false, false],
    ['both choices have theirs', [says('a'), says('b', 1), ends(), ends(undefined, 1)], true, true],
    ['one of two has its own beside text', [says('a'), says('b', 1), ends(), ends('c', 1)], true, false],
    [
      'text came behind one of two reasons',
      [says('a'), says('b', 1), ends(), ends(undefined, 1), says('c', 1)],
      false,
      false,
    ],
    ['usage comes behind the reason', [says('a'), ends(), { choices: [], usage: {} }], true, true],
  ])('%s', (_name, chunks, finish, alone) => {
    const { sawFinish, sawEndAlone } = reading(...chunks)
    expect([sawFinish, sawEndAlone]).toEqual([finish, alone])
  })
})

describe('words beside the answer (docs/wire 2.9)', () => {
  const line = (accumulator: ReturnType<typeof createAccumulator>) => accumulator.notice(words.message)
  const chunk = (accumulator: ReturnType<typeof createAccumulator>) => accumulator.push(words)

  describe.each([
    ['as a chunk', chunk],
    ['as a line', line],
  ])('%s', (_name, tell) => {
    test('are the error of an answer that goes no further', () => {
      const accumulator = createAccumulator({ errorContext: { host: 'a.example' } })
      accumulator.push({ model: 'm', ...says('a') })
      tell(accumulator)
      expect(accumulator.failed).toBe(true)
      const { outcome, error, message } = accumulator.finish()
      expect([outcome, message.finishReason, message.content]).toEqual(['error', 'error', 'a'])
      expect(error).toMatchObject({ message: words.message, host: 'a.example', model: 'm' })
    })

    test('are the error of an answer that never began', () => {
      const accumulator = createAccumulator()
      tell(accumulator)
      expect(accumulator.failed).toBe(true)
      expect(accumulator.finish('done')).toMatchObject({
        outcome: 'error',
        error: { message: words.message },
      })
    })

    test.each<[string, object]>([
      ['text', says('b')],
      ['a finish reason', ends()],
    ])('are news where %s follows', (_what, next) => {
      const accumulator = reading(says('a'))
      tell(accumulator)
      accumulator.push(next)
      expect(accumulator.failed).toBe(false)
      accumulator.push(ends())
      expect(accumulator.finish()).toMatchObject({ outcome: 'complete' })
    })
  })

  test('an error beside them wins, and stays', () => {
    const accumulator = reading(says('a'), { error: { message: 'Out of memory' } }, words, says('b'))
    expect(accumulator.finish().error?.message).toBe('Out of memory')
  })
})

describe('a message that is shown on the way', () => {
  test('is another one after a chunk that changes the text and what is beside it', () => {
    const accumulator = reading(says('a'))
    for (const model of ['m', 'n']) {
      const before = accumulator.snapshot()
      accumulator.push({ id: model, model, fingerprint: model, ...says('b') })
      expect(accumulator.snapshot()).not.toEqual(before)
    }
  })
})
