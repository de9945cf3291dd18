/** Further choices of an answer (`n` above 1, candidates): versions in a recording, as they are in a live chat. */
import { createMessageStore } from '@antiphon/core/binding'
import { convertTranscript, openTranscript, readTranscript } from '@antiphon/transcripts'
import { sessionFormats } from '@antiphon/sessions'
import { expect, test } from 'vitest'

const sse = (events: readonly unknown[]): string =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
const chunk = (index: number, content: string, end?: string) => ({
  id: 'r1',
  object: 'chat.completion.chunk',
  choices: [{ index, delta: { content }, finish_reason: end ?? null }],
})
const candidate = (index: number, text: string, end?: string, responseId = 'r1') => ({
  responseId,
  candidates: [{ index, content: { role: 'model', parts: [{ text }] }, ...(end && { finishReason: end }) }],
})

const recordings: [name: string, text: string][] = [
  ['chunks', sse([chunk(0, 'To'), chunk(1, 'By'), chunk(0, ' sea', 'stop'), chunk(1, ' land', 'length')])],
  [
    'a whole answer',
    JSON.stringify({
      object: 'chat.completion',
      choices: [
        { index: 0, message: { role: 'assistant', content: 'To sea' }, finish_reason: 'stop' },
        { index: 1, message: { role: 'assistant', content: 'By land' }, finish_reason: 'length' },
      ],
    }),
  ],
  [
    'chunks of Gemini',
    sse([
      candidate(0, 'To'),
      candidate(1, 'By'),
      candidate(0, ' sea', 'STOP'),
      candidate(1, ' land', 'MAX_TOKENS'),
    ]),
  ],
  [
    'a whole answer of Gemini',
    JSON.stringify({
      candidates: [
        ...candidate(0, 'To sea', 'STOP').candidates,
        ...candidate(1, 'By land', 'MAX_TOKENS').candidates,
      ],
    }),
  ],
]

test.each(recordings)(
  '%s: the first is shown, the other is a version with its own ending',
  async (_, text) => {
    const { conversations, problems } = await openTranscript(text, { formats: sessionFormats })
    expect(problems).toEqual([])
    expect(conversations).toHaveLength(1)
    const [{ messages, tree } = { messages: [] }] = conversations
    expect(messages).toMatchObject([{ role: 'assistant', content: 'To sea', finishReason: 'stop' }])
    const store = createMessageStore()
    store.setTree(tree!)
    expect(store.getMessages()).toMatchObject([{ content: 'To sea' }])
    const { ids, index } = store.getVersions(store.getIds()[0]!)
    expect([ids.length, index]).toEqual([2, 0])
    store.activate(ids[1]!)
    expect(store.getMessages()).toMatchObject([{ content: 'By land', finishReason: 'length' }])
  },
)

test('a later answer of the recording stands below the first choice of the one before', () => {
  const { messages, tree, others } = readTranscript(
    sse([
      candidate(0, 'One', 'STOP'),
      candidate(1, 'Uno', 'STOP'),
      candidate(0, 'Two', 'STOP', 'r2'),
      candidate(1, 'Due', 'STOP', 'r2'),
    ]),
    { formats: sessionFormats },
  )
  expect(messages).toMatchObject([{ content: 'One' }, { content: 'Two' }])
  // For what draws no versions each further choice is there by itself.
  expect(others).toMatchObject([{ messages: [{ content: 'Uno' }] }, { messages: [{ content: 'Due' }] }])
  const store = createMessageStore()
  store.setTree(tree!)
  expect(store.getMessages()).toMatchObject([{ content: 'One' }, { content: 'Two' }])
})

test('what is left out of a tree is said, since a written format has no versions', () => {
  const { losses } = convertTranscript(recordings[3]![1], { to: 'openai', formats: sessionFormats })
  expect(losses).toContainEqual(expect.objectContaining({ rule: 'other_versions', before: 1 }))
})

test('converting keeps every choice', () => {
  for (const [, text] of recordings.slice(0, 3)) {
    const { value } = convertTranscript(text, { to: 'anthropic', formats: sessionFormats })
    for (const words of ['To sea', 'By land']) expect(JSON.stringify(value)).toContain(words)
  }
})
