import { expect, test } from 'vitest'
import { hasTokens } from './has-tokens.js'
import { readTokens, textWith } from './read-tokens.js'

const entry = (token: string, probability: number, others: [string, number][] = [], bytes?: number[]) => ({
  token,
  logprob: Math.log(probability),
  ...(bytes && { bytes }),
  top_logprobs: others.map(([other, p]) => ({ token: other, logprob: Math.log(p) })),
})
const words = (tokens: ReturnType<typeof readTokens>) =>
  tokens.map(({ text, probability, others }) => [
    text,
    probability?.toFixed(2),
    ...others.map(({ text }) => text),
  ])

test('the tokens of chat completions, alternatives by likelihood and without the token itself', () => {
  const logprobs = {
    content: [
      entry('The', 0.9, [['The', 0.9]]),
      entry(' pool', 0.4, [
        [' queue', 0.1],
        [' pool', 0.4],
        [' wait', 0.3],
      ]),
    ],
  }
  expect(words(readTokens(logprobs))).toEqual([
    ['The', '0.90'],
    [' pool', '0.40', ' wait', ' queue'],
  ])
})

test('the parallel lists of the older completions, whose first token has no figure', () => {
  const logprobs = {
    tokens: ['The', ' pool'],
    token_logprobs: [null, -0.5],
    top_logprobs: [null, { ' wait': -1 }],
  }
  expect(words(readTokens(logprobs))).toEqual([
    ['The', undefined],
    [' pool', '0.61', ' wait'],
  ])
})

test('what is none of these holds no tokens', () => {
  for (const odd of [undefined, null, 'x', [], {}, { content: null }, { content: [] }, { content: 'x' }]) {
    expect(hasTokens(odd)).toBe(false)
    expect(readTokens(odd)).toEqual([])
  }
  expect(readTokens({ content: [3, { token: 4 }] })).toMatchObject([{ text: '', others: [] }])
})

test('the text up to a token, with another in its place', () => {
  const tokens = readTokens({
    content: [entry('The', 0.9), entry(' pool', 0.4, [[' wait', 0.3]]), entry('.', 1)],
  })
  const other = tokens[1]!.others[0]!
  expect(textWith('The pool.', tokens, 1, other)).toBe('The wait')
  // The end marker after the text is not a part of it.
  const ended = [...tokens, ...readTokens({ content: [entry('<|im_end|>', 1)] })]
  expect(textWith('The pool.', ended, 1, other)).toBe('The wait')
  // Thoughts were among the tokens, so places in the text are unknown.
  const thought = [...readTokens({ content: [entry('<think>', 1)] }), ...tokens]
  expect(textWith('The pool.', thought, 2, other)).toBeUndefined()
})

test('a character of several tokens is put together from bytes, and never torn', () => {
  const [first, second] = [
    [0xf0, 0x9f],
    [0x8c, 0x8a],
  ]
  const tokens = readTokens({
    content: [
      entry('Sea ', 1),
      entry('\\xf0\\x9f', 0.5, [], first),
      {
        ...entry('\\x8c\\x8a', 0.5, [], second),
        top_logprobs: [{ token: '\\x9a\\xa2', logprob: -1, bytes: [0x9a, 0xa2] }],
      },
    ],
  })
  expect(textWith('Sea 🌊', tokens, 1, { text: 'x', probability: 1, entry: {} })).toBe('Sea x')
  expect(textWith('Sea 🌊', tokens, 1, tokens[1]!)).toBeUndefined()
})
