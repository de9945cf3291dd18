import { createChat, type ChatController } from '@antiphon/core'
import { immediateScheduler, createLockTable, scriptedTransport } from '@antiphon/core/testing'
import {
  createMemoryDatabase,
  createMemoryStorage,
  createThreadSaver,
  loadThread,
  type ThreadSaver,
  type ThreadStorage,
} from '@antiphon/threads'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTabHub } from './threads/scripted-page.js'
import { amount } from '../support/amount.js'
import { assertProperty } from '../support/property.js'

/** A storage whose every call is made, and answered, when the scheduler says. */
function slowly(storage: ThreadStorage, scheduler: fc.Scheduler): ThreadStorage {
  return new Proxy(storage, {
    get(target, key: keyof ThreadStorage) {
      const value = target[key]
      if (key !== 'read' && key !== 'write') return value
      return async (...args: unknown[]) => {
        await scheduler.schedule(Promise.resolve(), `${key} begins`)
        const answer: unknown = await (value as (...args: unknown[]) => unknown).apply(target, args)
        await scheduler.schedule(Promise.resolve(), `${key} ends`)
        return answer
      }
    },
  })
}

interface Tab {
  chat: ChatController
  saver: ThreadSaver
  show(): void
}

const step = fc.record({
  tab: fc.nat(1),
  kind: fc.constantFrom('ask', 'version', 'between', 'change', 'activate', 'remove', 'show'),
  at: fc.nat(30),
})

describe('one thread in two tabs', () => {
  it('R31: whatever each writes and whenever it reaches the other, no message is lost and none hangs in the air', async () => {
    const property = fc.asyncProperty(
      fc.scheduler(),
      fc.array(step, { maxLength: 20 }),
      async (scheduler, steps) => {
        const database = createMemoryDatabase()
        const hub = createTabHub((task) => void scheduler.schedule(Promise.resolve(), 'message').then(task))
        const locks = createLockTable(() => Promise.resolve())
        const openTab = (): Tab => {
          const chat = createChat({ transport: scriptedTransport([]), scheduler: immediateScheduler })
          let show = (): void => {}
          const saver = createThreadSaver(
            chat,
            slowly(createMemoryStorage({ database, channel: hub }), scheduler),
            {
              threadId: 't',
              locks: locks.page(),
              setTimer: () => () => {},
              page: { onHide: () => () => {}, onShow: (listener) => ((show = listener), () => {}) },
            },
          )
          return { chat, saver, show: () => show() }
        }
        const tabs = [openTab(), openTab()]
        const texts = new Map<string, string>()
        const removed = new Set<string>()
        let count = 0
        const act = async ({ tab, kind, at }: { tab: number; kind: string; at: number }): Promise<void> => {
          const { chat, saver } = tabs[tab]!
          await saver.loaded
          const { store } = chat
          const all = store.getTree().nodes
          const chosen = all[at % Math.max(1, all.length)]
          const id = `${tab}-${count++}`
          const message = { id, role: 'user' as const, content: id }
          if (kind === 'show') tabs[tab]!.show()
          else if (kind === 'change' && chosen) {
            const mine = chosen.message.id.startsWith(`${tab}-`)
            if (!mine) return
            texts.set(chosen.message.id, id)
            store.write(chosen.message.id, { ...message, id: chosen.message.id })
          } else if (kind === 'activate' && chosen) store.activate(chosen.message.id)
          else if (kind === 'remove' && chosen) {
            const before = new Set(all.map((entry) => entry.message.id))
            store.remove(chosen.message.id)
            for (const { message: left } of store.getTree().nodes) before.delete(left.id)
            for (const gone of before) removed.add(gone)
          } else if (kind === 'version' && chosen)
            texts.set(store.append(message, { parent: chosen.parent }), id)
          else if (kind === 'between' && chosen)
            texts.set(store.append(message, { parent: chosen.message.id, between: true }), id)
          else if (kind === 'ask') texts.set(store.append(message), id)
        }
        for (const one of steps) void scheduler.schedule(Promise.resolve(one), 'act').then(act)
        await scheduler.waitIdle()
        for (let round = 0; round < 3; round++) {
          for (const { saver, show } of tabs) {
            show()
            void saver.flush()
            await scheduler.waitIdle()
          }
        }

        const stored = await loadThread(createMemoryStorage({ database }), 't')
        const nodes = stored?.tree.nodes ?? []
        const found = new Map(
          nodes.map(({ message, parent }) => [message.id, { text: message.content, parent }]),
        )
        for (const [id, text] of texts) {
          if (!removed.has(id)) expect(found.get(id)?.text, `message ${id}`).toBe(text)
        }
        for (const { nodes: records } of [stored ?? { nodes: [] }]) {
          const known = new Set(records.map(({ id }) => id))
          for (const { parent } of records) expect(parent === null || known.has(parent)).toBe(true)
        }
        for (const { chat, saver } of tabs) {
          expect(saver.getState().status).toBe('saved')
          const here = new Map(chat.store.getTree().nodes.map(({ message, parent }) => [message.id, parent]))
          expect([...here.keys()].sort()).toEqual([...found.keys()].sort())
          for (const [id, parent] of here) expect(found.get(id)!.parent, `parent of ${id}`).toBe(parent)
        }
      },
    )
    await assertProperty(property, { numRuns: amount(20, 150), seed: 31 })
  })
})
