import { defineTool, type StoredMessage, type ThreadTree } from '@antiphon/core'
import { listThreads, loadThread, type ThreadStorage } from '@antiphon/threads'
import { expect } from 'vitest'
import * as z from 'zod'
import { createLockTable, openPage, until } from '../../property/threads/scripted-page.js'

interface ForkCase {
  name: string
  run(storage: ThreadStorage): Promise<void>
}

type Nodes = ThreadTree['nodes']

const node = (message: StoredMessage, parent: string | null): Nodes[number] => ({ message, parent })
const call = (id: string) => ({ id, type: 'function' as const, function: { name: 'clock', arguments: '{}' } })
const picture = { type: 'image_url' as const, image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }

/** A prompt, a question with a picture in two versions, an answer of two steps, and another question with its answer. */
const nodes: Nodes = [
  node({ id: 'prompt', role: 'system', content: 'Be short.' }, null),
  node({ id: 'first', role: 'user', content: 'Hello' }, 'prompt'),
  node(
    { id: 'second', role: 'user', content: [{ type: 'text', text: 'What time is it?' }, picture] },
    'prompt',
  ),
  node(
    {
      id: 'asks',
      role: 'assistant',
      content: '',
      tool_calls: [call('x'), call('y')],
      finishReason: 'tool_calls',
    },
    'second',
  ),
  node({ id: 'x1', role: 'tool', tool_call_id: 'x', content: 'noon' }, 'asks'),
  node({ id: 'y1', role: 'tool', tool_call_id: 'y', content: 'one' }, 'x1'),
  node({ id: 'says', role: 'assistant', content: 'Noon.', finishReason: 'stop' }, 'y1'),
  node({ id: 'third', role: 'user', content: 'Thanks' }, 'says'),
  node({ id: 'last', role: 'assistant', content: 'Gladly.', finishReason: 'stop' }, 'third'),
]
const parts = ({ nodes: all }: { nodes: Nodes }, ids: readonly string[]): Nodes =>
  ids.map((id, at) => ({
    message: all.find(({ message }) => message.id === id)!.message,
    parent: ids[at - 1] ?? null,
  }))

async function seed(storage: ThreadStorage, tree: Nodes, tools: Parameters<typeof openPage>[2] = {}) {
  const page = openPage(storage, createLockTable(), tools)
  const { chat, saver } = page.sessions.open('t')
  await saver.loaded
  chat.store.setTree({ nodes: tree, chosen: [] })
  await saver.flush()
  return { page, chat, saver }
}

/** The promises of a fork, over any storage. */
export const forkCases: readonly ForkCase[] = [
  {
    name: 'a fork holds the path down to a message with its whole answer, files and prompt, and no other version',
    async run(storage) {
      const { page } = await seed(storage, nodes)
      const before = await storage.read('t')
      const whole = ['prompt', 'second', 'asks', 'x1', 'y1', 'says']
      for (const [at, ids] of [
        ['says', whole],
        ['asks', whole],
        ['x1', whole],
        ['first', ['prompt', 'first']],
        ['last', [...whole, 'third', 'last']],
      ] as const) {
        const id = await page.sessions.fork('t', at)
        const { tree } = (await loadThread(storage, id))!
        expect({ at, nodes: tree.nodes }).toEqual({ at, nodes: parts({ nodes }, ids) })
        const opened = page.sessions.open(id)
        await opened.saver.loaded
        expect(opened.chat.store.getIds()).toEqual(ids)
      }
      expect(await storage.read('t')).toEqual(before)
      expect(page.requests()).toBe(0)
      await page.sessions.close()
    },
  },
  {
    name: 'forks are listed in the folder of their thread, under its title with a number that is free',
    async run(storage) {
      const { page } = await seed(storage, nodes)
      const titles = async () =>
        (await listThreads(storage)).threads.map(({ title }) => title).toSorted((a, b) => (a < b ? -1 : 1))
      await page.sessions.rename('t', 'Time (2024)')
      await page.sessions.move('t', ' Clocks ')
      const fork = await page.sessions.fork('t', 'says')
      await page.sessions.fork('t', 'says')
      expect(await titles()).toEqual(['Time (2024)', 'Time (2024) (2)', 'Time (2024) (3)'])
      await page.sessions.fork(fork, 'says')
      expect(await titles()).toContain('Time (2024) (4)')
      const folders = (await listThreads(storage)).threads.map(({ folder }) => folder)
      expect(new Set(folders)).toEqual(new Set(['Clocks']))
      await page.sessions.remove(fork)
      expect(await titles()).toEqual(['Time (2024)', 'Time (2024) (3)', 'Time (2024) (4)'])
      await page.sessions.close()
    },
  },
  {
    name: 'an answer that is being written goes on in its thread, and is a stopped one in the fork',
    async run(storage) {
      const { page, chat, saver } = await seed(storage, nodes)
      chat.configure({ model: 'chosen here' })
      void chat.send('Tell me more')
      await until('the request', () => page.requests() === 1)
      const [question, answer] = chat.store.getIds().slice(-2) as [string, string]
      const early = await page.sessions.fork('t', answer)
      expect(page.sessions.open(early).chat.getConfig().model).toBe('chosen here')
      page.answerOf('t')!.delta('Half')
      await until('the text', () => chat.store.getMessage(answer)?.content === 'Half')
      const half = await page.sessions.fork('t', answer)
      page.answerOf('t')!.delta(' and half')
      page.answerOf('t')!.finish()
      await until('the end', () => chat.getState().status === 'ready')
      await saver.flush()
      const lastOf = async (id: string) => (await loadThread(storage, id))?.tree.nodes.at(-1)?.message
      expect(await lastOf(early)).toMatchObject({ id: question })
      expect(await lastOf(half)).toMatchObject({ content: 'Half', finishReason: 'cancelled' })
      expect(await lastOf('t')).toMatchObject({ content: 'Half and half', finishReason: 'stop' })
      expect(page.requests()).toBe(1)
      await page.sessions.close()
    },
  },
  {
    name: 'a call that waits for a person is asked about in its thread alone, and runs once',
    async run(storage) {
      let runs = 0
      const tool = defineTool({
        name: 'clock',
        description: 'Tells the time',
        parameters: z.object({}),
        approval: 'always',
        execute: () => String(++runs),
      })
      const { page, chat } = await seed(storage, nodes.slice(0, 5), { chat: { tools: [tool] } })
      await until('the question', () => chat.getState().approvals.length === 1)
      const id = await page.sessions.fork('t', 'asks')
      const fork = page.sessions.open(id)
      await fork.saver.loaded
      expect(fork.chat.store.getIds()).toEqual(['prompt', 'second', 'asks', 'x1'])
      // The thread itself comes further than the fork would need to ask.
      await chat.decideApproval(chat.getState().approvals[0]!.key, { type: 'allow' })
      await until('the request', () => page.answerOf('t') !== undefined)
      expect([fork.chat.getState().approvals, fork.chat.getState().status, runs]).toEqual([[], 'ready', 1])
      void fork.chat.continue()
      await until('the request', () => page.answerOf(id) !== undefined)
      page.answerOf(id)!.delta('Late.')
      page.answerOf(id)!.finish()
      await until('the end', () => fork.chat.getState().status === 'ready')
      expect(fork.chat.getState().approvals).toEqual([])
      await page.sessions.close()
      expect(runs).toBe(1)
    },
  },
  {
    name: 'an unknown message is refused, and nothing is stored',
    async run(storage) {
      const { page } = await seed(storage, nodes)
      await expect(page.sessions.fork('t', 'nobody')).rejects.toThrow(/no message "nobody"/)
      expect((await listThreads(storage)).threads).toHaveLength(1)
      await page.sessions.close()
    },
  },
]
