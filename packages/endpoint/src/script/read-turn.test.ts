import { expect, it } from 'vitest'
import type { WireMessage } from '../request/chat-request.js'
import { readTurn } from './scenario.js'

const call = { id: 'a', function: { name: 'draw', arguments: '{}' } }
const result: WireMessage[] = [
  { role: 'user', content: 'Draw a chart' },
  { role: 'assistant', content: null, tool_calls: [call] },
  { role: 'tool', tool_call_id: 'a', content: 'here [image]' },
]
const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }
const turnOf = (messages: WireMessage[]) =>
  readTurn({ model: 'm', messages, tools: [], stream: true, includeUsage: false })

it('pictures of results, which follow as a message of the user, are no new question', () => {
  const pictures = [{ type: 'text', text: 'Images in the result of draw (a):' }, picture]
  const { prompt, attachments, outcomes, rounds } = turnOf([...result, { role: 'user', content: pictures }])
  expect([prompt, attachments, rounds]).toEqual(['Draw a chart', [], 1])
  expect(outcomes.map(({ name, content }) => [name, content])).toEqual([['draw', 'here [image]']])
})

it('a picture that a person sends after the results is a new question', () => {
  const own = [{ type: 'text', text: 'And this?' }, picture]
  const { prompt, attachments, outcomes } = turnOf([...result, { role: 'user', content: own }])
  expect([prompt, attachments.length, outcomes]).toEqual(['And this?', 1, []])
})
