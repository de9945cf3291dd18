import { expect, it } from 'vitest'
import { createChat, type Message } from '@antiphon/core'
import { scriptedTransport, textAnswer } from '@antiphon/core/testing'
import { suggestTitle } from './suggest-title.js'

const messages: Message[] = [
  { role: 'system', content: 'Secret instructions.' },
  { role: 'user', content: 'Why is the checkout slow?' },
  { role: 'assistant', content: 'x'.repeat(5_000) },
  { role: 'user', content: 'And since when?' },
]
const setUp = (...answers: Parameters<typeof scriptedTransport>[0]) => {
  const transport = scriptedTransport(answers)
  const chat = createChat({ transport, model: 'm', messages, parameters: { temperature: 2 } })
  return { transport, chat }
}

it.each([
  ['"Checkout latency."', 'Checkout latency'],
  ['**Title: Slow checkout**\n\nIt fits.', 'Slow checkout'],
  ['\n# „Langsame Kasse“', 'Langsame Kasse'],
  ['y'.repeat(200), 'y'.repeat(80)],
])('%s is the title %s', async (said, title) => {
  expect(await suggestTitle(setUp(textAnswer(said)).chat)).toBe(title)
})

it('asks once, with little of the conversation, and leaves the thread as it is', async () => {
  const { transport, chat } = setUp(textAnswer('Latency'))
  const before = chat.store.getMessages()
  await suggestTitle(chat)
  expect(chat.store.getMessages()).toBe(before)
  expect(transport.requests).toHaveLength(1)
  const [request] = transport.requests
  expect(request).toMatchObject({ model: 'm', tools: [], parameters: { maxTokens: 1_000 } })
  const text = JSON.stringify(request?.messages)
  expect(text).toContain('User: Why is the checkout slow?')
  expect(text).toContain('User: And since when?')
  expect(text).not.toContain('Secret')
  expect(text.length).toBeLessThan(1_500)
})

it('fails in words: of the endpoint, and where no title came', async () => {
  await expect(
    suggestTitle(
      setUp(() => {
        throw new Error('down')
      }).chat,
    ),
  ).rejects.toThrow('down')
  await expect(suggestTitle(setUp(textAnswer('  ')).chat)).rejects.toThrow(
    'The model answered without a title.',
  )
})
