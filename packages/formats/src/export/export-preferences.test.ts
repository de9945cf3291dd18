import { createMessageStore, FEEDBACK_KEY, immediateScheduler, type Message } from '@antiphon/core'
import { expect, test } from 'vitest'
import { preferenceLabels, preferencePairs, toJsonLines } from './export-preferences.js'

const rated = (id: string, content: string, feedback?: string): Message => ({
  id,
  role: 'assistant',
  content,
  reasoning: 'not for training',
  ...(feedback && { metadata: { [FEEDBACK_KEY]: feedback } }),
})
const call = { id: 'c', type: 'function' as const, function: { name: 'depth', arguments: '{}' } }

function tree() {
  const store = createMessageStore({
    scheduler: immediateScheduler,
    messages: [
      { role: 'system', content: 'Be brief.' },
      { id: 'q', role: 'user', content: [{ type: 'text', text: 'How deep?' }] },
      { ...rated('a1', ''), tool_calls: [call] } as Message,
      { role: 'tool', tool_call_id: 'c', content: '4.2 m', details: { m: 4.2 } },
      rated('a2', '4.2 metres', 'good'),
    ],
  })
  store.append(rated('b', 'Deep.', 'bad'), { parent: 'q' })
  store.append(rated('c', 'No idea.'), { parent: 'q' })
  store.append({ id: 'q2', role: 'user', content: 'Sure?' })
  store.append(rated('d', 'Yes.', 'bad'))
  store.append(rated('e', 'odd', 'maybe'), { parent: 'q2' })
  return store.getTree()
}
const prompt = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'How deep?' },
]
const chosen = [
  { role: 'assistant', content: '', tool_calls: [call] },
  { role: 'tool', content: '4.2 m', tool_call_id: 'c' },
  { role: 'assistant', content: '4.2 metres' },
]
const rejected = [{ role: 'assistant', content: 'Deep.' }]

test('pairs: a liked version beside a disliked one of the same question, with calls and results, without thoughts', () => {
  expect(preferencePairs(tree())).toEqual([{ prompt, chosen, rejected }])
})

test('labels: every rated answer, also where no other version was', () => {
  expect(preferenceLabels(tree())).toEqual([
    { prompt, completion: chosen, label: true },
    { prompt, completion: rejected, label: false },
    {
      prompt: [...prompt, { role: 'assistant', content: 'No idea.' }, { role: 'user', content: 'Sure?' }],
      completion: [{ role: 'assistant', content: 'Yes.' }],
      label: false,
    },
  ])
})

test('a row is a line, and no rows are no text', () => {
  const text = toJsonLines(preferenceLabels(tree()))
  expect(text.endsWith('\n')).toBe(true)
  expect(
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toHaveLength(3)
  expect(toJsonLines([])).toBe('')
})
