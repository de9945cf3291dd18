import { describe, expect, test } from 'vitest'
import { countWork } from '../../../../test/support/count-work.js'
import { isJsonPrefix } from '@antiphon/base'
import { collectCompletion } from '../wire/pipeline.js'

describe('a 200 body that holds no answer (docs/wire 2.1, 2.9, 4)', () => {
  test.each<[string, string, string, RegExp]>([
    [
      'a brace and then no JSON',
      '{malformed and no end',
      'malformed_stream',
      /sent text: “\{malformed and no end”/,
    ],
    [
      'a bracket and then no JSON',
      '[warn] upstream is gone',
      'malformed_stream',
      /\[warn\] upstream is gone/,
    ],
    [
      'an event of words without its blank line',
      'data: upstream is gone',
      'malformed_stream',
      /upstream is gone/,
    ],
    ['plain text', 'upstream is gone', 'malformed_stream', /upstream is gone/],
    ['no choices, for a filter took them', '{"choices":[]}', 'empty_response', /safety filter/],
    [
      'no choices although tokens were counted',
      '{"choices":[],"usage":{"prompt_tokens":4}}',
      'empty_response',
      /safety filter/,
    ],
    ['an error and no choices', '{"error":{"message":"no route"}}', 'provider', /^no route$/],
    [
      'an error on the choice',
      '{"choices":[{"error":{"message":"upstream 502","code":502}}]}',
      'provider',
      /^upstream 502$/,
    ],
    [
      'a stream that only counts tokens',
      'data: {"choices":[],"usage":{"prompt_tokens":4}}\n\ndata: [DONE]\n\n',
      'empty_response',
      /a filter may have taken/,
    ],
    ['nothing', '', 'empty_response', /without any text/],
  ])('%s is told in words, with what the body said', async (_name, body, kind, words) => {
    const { outcome, error } = await collectCompletion(body)
    expect([outcome, error?.kind]).toEqual(['error', kind])
    expect(error?.message).toMatch(words)
  })

  test.each([
    '{',
    '[',
    '{"id":"x","choices":[{"mess',
    '{ "a": tr',
    '[{"n": -1.2e',
    '{"a":"un{finished',
    '{"a":"b\\',
    '{"a":nul',
    'data: {"id":"x","cho',
    'data: [DO',
    'dat',
  ])('what may have been an answer is only incomplete: %j', async (body) => {
    expect((await collectCompletion(body)).outcome).toBe('incomplete')
  })

  test('every beginning of JSON is one', () => {
    const text = JSON.stringify(
      { a: [1.5e-7, true, false, null, '"\\\n{}', {}, []], 'b c': { d: -0 } },
      null,
      2,
    )
    const beginnings = Array.from(text, (_, at) => text.slice(0, at + 1))
    expect(beginnings.filter((one) => !isJsonPrefix(one))).toEqual([])
    const others = ['{a', '{,', '[warn', '[tru1', 'x', '{"a": undefined', '{{']
    expect(others.filter(isJsonPrefix)).toEqual([])
  })

  test('100 kB of quotes, braces or backslashes cost linear time (S53)', () => {
    const cost = (piece: string, times: number) =>
      countWork(() => void isJsonPrefix(`{${piece.repeat(times)}`))
    for (const piece of ['"', '{"', '\\', '"\\', ' ', '[1,'])
      expect({ piece, grows: cost(piece, 100_000) > cost(piece, 10_000) * 15 }).toEqual({
        piece,
        grows: false,
      })
  })
})
