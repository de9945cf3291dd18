import { expect, it } from 'vitest'
import * as z from 'zod'
import { callsAnswer, scriptedTransport, textAnswer } from '../testing/index.js'
import { defineTool } from '../tools/define-tool.js'
import { immediateScheduler } from '../tree/scheduler.js'
import { createChat } from './create-chat.js'

it('only an open call of the thread takes a result from outside, also of a chat that has an endpoint', async () => {
  const form = defineTool({ name: 'form', description: '', parameters: z.object({}) })
  const call = { type: 'function', function: { name: 'form', arguments: '{}' } } as const
  const chat = createChat({
    endpoint: { baseUrl: 'http://127.0.0.1:9' },
    scheduler: immediateScheduler,
    tools: [form],
    messages: [
      { id: 'u', role: 'user', content: 'go' },
      { id: 'a', role: 'assistant', content: '', tool_calls: ['c0', 'c1'].map((id) => ({ ...call, id })) },
    ],
  })
  for (const key of ['odd', 'gone/0', 'u/0', 'a/2']) expect(await chat.addToolResult(key, 'r')).toBe(false)
  expect(await chat.addToolResult('a/0', 'r')).toBe(true)
  expect(await chat.addToolResult('a/0', 'again')).toBe(false)
  expect(chat.store.getMessages().map(({ content }) => content)).toEqual(['go', '', 'r'])
})

it('a tool can read the conversation that its call is in, as it stands at that moment', async () => {
  const seen: string[][] = []
  const tool = defineTool({
    name: 'count_words',
    description: '',
    parameters: z.object({}),
    execute(_, { getMessages }) {
      seen.push(getMessages().map(({ role }) => role))
      return getMessages().length
    },
  })
  const chat = createChat({
    transport: scriptedTransport([
      [callsAnswer([{ name: 'count_words' }])],
      [callsAnswer([{ name: 'count_words' }])],
      [textAnswer('done')],
    ]),
    scheduler: immediateScheduler,
    tools: [tool],
  })
  await chat.send('How long is this?')
  expect(seen).toEqual([
    ['user', 'assistant'],
    ['user', 'assistant', 'tool', 'assistant'],
  ])
})
