import { createChat, defineTool } from '@antiphon/core'
import { immediateScheduler, callsAnswer, scriptedTransport, textAnswer } from '@antiphon/core/testing'
import {
  createMemoryDatabase,
  createMemoryStorage,
  createThreadSaver,
  StorageError,
  type ThreadStorage,
} from '@antiphon/threads'
import { expect, it, vi } from 'vitest'
import * as z from 'zod'

/**
 * A thread whose storage takes `writes` changes, then none. Its one tool is allowed by a person. `result` is what the call
 * ended with.
 */
async function pay(options: {
  destructive: boolean
  fails?: 'at the mark' | 'from the start'
  remembers?: boolean
}) {
  const execute = vi.fn(() => 'paid')
  const tool = defineTool({
    name: 'pay',
    description: '',
    parameters: z.object({}),
    approval: 'always',
    destructive: options.destructive,
    execute,
  })
  const transport = scriptedTransport([[callsAnswer([{ name: 'pay' }])], [textAnswer('done')]])
  const chat = createChat({ threadId: 't', transport, tools: [tool], scheduler: immediateScheduler })
  const memory = createMemoryStorage({ database: createMemoryDatabase() })
  let isBroken = options.fails === 'from the start'
  const storage: ThreadStorage = {
    ...memory,
    async write(write) {
      if (isBroken) throw new StorageError({ kind: 'network', message: 'The server answered 500.' })
      return memory.write(write)
    },
    ...(options.remembers && {
      getProblem: () => ({ kind: 'denied' as const, message: 'Only remembered.' }),
    }),
  }
  const saver = createThreadSaver(chat, storage, { threadId: 't' })
  const sent = chat.send('pay')
  await vi.waitFor(() => expect(chat.getApprovals()).toHaveLength(1))
  await saver.flush()
  isBroken ||= options.fails === 'at the mark'
  void chat.decideApproval(chat.getApprovals()[0]!.key, { type: 'allow' })
  await sent
  const result = chat.store.getMessages()[2]!
  await saver.close()
  return { runs: execute.mock.calls.length, result }
}

it('a destructive call does not begin when its mark could not be stored: a reload would ask for it again', async () => {
  const { runs, result } = await pay({ destructive: true, fails: 'at the mark' })
  expect(runs).toBe(0)
  expect(result).toMatchObject({ role: 'tool', isError: true })
  expect(result.content).toMatch(/^Not run: the conversation could not be stored/)
})

it.each([
  ['its mark is stored', { destructive: true }],
  ['it is not destructive', { destructive: false, fails: 'at the mark' }],
  [
    'nothing of its thread was ever stored, so nothing asks again',
    { destructive: true, fails: 'from the start' },
  ],
  ['its thread is kept in memory alone', { destructive: true, remembers: true }],
] as const)('a call runs when %s', async (_, options) => {
  const { runs, result } = await pay(options)
  expect([runs, result.content]).toEqual([1, 'paid'])
})
