import { expect, it } from 'vitest'
import * as z from 'zod'
import { callsAnswer, scriptedTransport, textAnswer } from '../testing/index.js'
import { defineTool } from '../tools/define-tool.js'
import { immediateScheduler } from '../tree/scheduler.js'
import { createChat } from './create-chat.js'

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
