import { createChat, type Message } from '@antiphon/core'
import { immediateScheduler } from '@antiphon/core/testing'
import { createMemoryStorage, createThreadSaver } from '@antiphon/threads'
import { expect, it, vi } from 'vitest'

/** Counts the live steps that a saver reads while one answer of `deltas` pieces arrives in a thread of `length` messages. */
async function asked(length: number, deltas: number) {
  let say: ((text?: string) => void) | undefined
  const messages = Array.from({ length }, (_, i): Message => ({
    role: i % 2 === 0 ? 'user' : 'assistant',
    content: `message ${i}`,
  }))
  const chat = createChat({
    messages,
    scheduler: immediateScheduler,
    transport: {
      send: async () =>
        new ReadableStream<Uint8Array>({
          start(controller) {
            say = (text) => {
              const data =
                text === undefined ? '[DONE]' : JSON.stringify({ choices: [{ delta: { content: text } }] })
              controller.enqueue(new TextEncoder().encode(`data: ${data}\n\n`))
              if (text === undefined) controller.close()
            }
          },
        }),
    },
  })
  let steps = 0
  const saver = createThreadSaver(
    { ...chat, getLiveStep: (id) => (steps++, chat.getLiveStep(id)) },
    createMemoryStorage(),
    {
      threadId: 't',
      // No interval passes: what is written meanwhile is not what is counted.
      setTimer: () => () => {},
    },
  )
  await saver.loaded
  void chat.send('go on')
  await vi.waitFor(() => expect(say).toBeDefined())
  say!('begun')
  const answer = () => chat.store.getMessage(chat.store.getIds().at(-1)!)?.content
  await vi.waitFor(() => expect(answer()).toBe('begun'))
  await vi.waitFor(() => expect(saver.getState().status).toBe('saved'))
  steps = 0
  for (let i = 0; i < deltas; i++) say!('x')
  await vi.waitFor(() => expect(answer()).toHaveLength('begun'.length + deltas))
  const during = steps
  say!()
  await saver.close()
  return during
}

it('a delta costs the saver as little in a thread of 2,000 messages as in one of 20', async () => {
  const short = await asked(20, 100)
  expect(short).toBeGreaterThan(0)
  expect(await asked(2000, 100)).toBe(short)
})
