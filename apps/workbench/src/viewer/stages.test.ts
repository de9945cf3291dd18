import type { Message } from '@antiphon/core'
import type { OpenedTranscript } from '@antiphon/transcripts'
import { expect, test } from 'vitest'
import { firstStage, nextStage } from './stages.js'

const message = (i: number): Message => ({ role: 'user', content: `${i}` })
const numbers = (from: number, to: number): Message[] =>
  Array.from({ length: to - from }, (_, i) => message(from + i))
const opened = (...lists: Message[][]): OpenedTranscript => ({
  conversations: lists.map((messages) => ({
    format: 'openai',
    messages,
    document: { format: 'openai', shape: 'messages' },
    losses: [],
  })),
  problems: [],
  characters: 0,
})
const said = ({ conversations }: OpenedTranscript): unknown[] =>
  conversations[0]!.messages.map(({ content }) => Number(content))

const beginning = numbers(0, 100)
const whole = opened([...beginning, ...numbers(100, 9_000)])
/** The two ends that the first look shows; the messages of the last end are objects of its own. */
const ends = opened([...beginning, ...numbers(8_900, 9_000)])

test('messages come between the two ends, at most 2,000 at once, in their order, until all are there', () => {
  const sizes = [said(ends).length]
  let stages = firstStage(ends, whole, 0)
  for (let i = 0; !stages.isLast; i++) {
    const shown = said(stages.opened) as number[]
    expect(shown.slice(-100)).toEqual(said(ends).slice(-100))
    expect(shown).toEqual(shown.toSorted((a, b) => a - b))
    sizes.push(shown.length)
    stages = nextStage(stages, i)
  }
  sizes.push(said(stages.opened).length)
  expect(stages.opened).toBe(whole)
  expect(sizes.at(-1)).toBe(9_000)
  expect(Math.max(...sizes.slice(1).map((size, i) => size - sizes[i]!))).toBeLessThanOrEqual(2_000)
})

test('a few messages, and a file of several conversations, come at once', () => {
  expect(firstStage(opened(beginning), opened(numbers(0, 300)), 0)).toMatchObject({ isLast: true })
  const several = opened(whole.conversations[0]!.messages, beginning)
  expect(firstStage(opened(beginning, []), several, 0).opened).toBe(several)
})

test('where a stage takes long the next one is larger', () => {
  const first = firstStage(ends, whole, 0)
  expect(said(nextStage(first, 5_000).opened).length - said(first.opened).length).toBe(4_000)
})
