/** Two tabs of one browser with one thread of a chat server, by real HTTP, SQLite and channels: nothing is doubled or lost. */
import { createLockTable } from '@antiphon/core/testing'
import * as fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { amount } from '../../support/amount.js'
import { startChatService, type ChatService, type Page } from './chat-service.js'

let service: ChatService
async function close(): Promise<void> {
  await service.close()
  vi.unstubAllGlobals()
}
afterEach(close)

const until = (read: () => unknown, value: unknown) => expect.poll(read, { timeout: 10_000 }).toEqual(value)
const status = ({ chat }: Page) => chat.getState().status
const rolesOf = ({ chat }: Page) => chat.store.getMessages().map(({ role }) => role)
const allOf = ({ chat }: Page) => chat.store.getTree().nodes.map(({ message }) => message)
const idsOf = (page: Page) =>
  allOf(page)
    .map(({ id }) => id)
    .sort()

/** Two tabs with the channel, the locks and the storage of one browser. */
async function openTabs(): Promise<[Page, Page]> {
  const table = createLockTable()
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
  const channel = (name: string) => new BroadcastChannel(`${service.url} ${name}`)
  const open = (): Promise<Page> => {
    vi.stubGlobal('navigator', { locks: table.page() })
    return service.page('t', { channel })
  }
  return [await open(), await open()]
}

it.each([0, 1])('Stop from tab %i ends the answer in both, and the next one is in both', async (stopping) => {
  service = await startChatService()
  const tabs = await openTabs()
  void tabs[0].chat.send('wait here')
  for (const tab of tabs) await until(() => tab.texts(), ['wait here', 'You said: wait here. '])
  tabs[stopping]!.chat.stop()
  for (const tab of tabs) {
    await until(() => status(tab), 'ready')
    expect(tab.chat.store.getMessages().at(-1)).toMatchObject({ finishReason: 'cancelled' })
  }
  service.upstream.open()
  await tabs[1 - stopping]!.chat.send('hello')
  for (const tab of tabs) {
    await until(() => status(tab), 'ready')
    expect(tab.texts().slice(2)).toEqual(['hello', expect.stringContaining('You said: hello.')])
  }
  expect(service.upstream.asked()).toBe(2)
})

it('messages sent in both at one moment stand once each, and each is answered', async () => {
  service = await startChatService()
  const tabs = await openTabs()
  await Promise.all(tabs.map((tab, at) => tab.chat.send(`from ${at}`)))
  for (const tab of tabs) {
    await until(() => rolesOf(tab), ['user', 'assistant', 'user', 'assistant'])
    await until(() => status(tab), 'ready')
  }
  const [first, second] = tabs.map((tab) => tab.texts())
  expect(second).toEqual(first)
  expect([first![0], first![2]].map(String).sort()).toEqual(['from 0', 'from 1'])
})

const steps = fc.array(
  fc.oneof(
    fc.record({ tab: fc.nat(1), act: fc.constantFrom('say', 'wait', 'stop') }),
    fc.constant({ tab: 0, act: 'cut' }),
  ),
  { minLength: 2, maxLength: 6 },
)

it('whatever both do at once, both show what is stored, with each message once', async () => {
  service = await startChatService()
  await fc.assert(
    fc.asyncProperty(steps, async (plan) => {
      await close()
      service = await startChatService()
      const tabs = await openTabs()
      const sent: string[] = []
      for (const { tab, act } of plan) {
        const { chat } = tabs[tab]!
        if (act === 'stop') chat.stop()
        else if (act === 'cut') {
          service.cut()
          service.connect()
        } else {
          sent.push(`${act} ${sent.length}`)
          void chat.send(sent.at(-1)!)
        }
        // Time for some of it to arrive, and not for all.
        await new Promise((resolve) => setImmediate(resolve))
      }
      service.upstream.open()
      for (const tab of tabs) {
        await until(() => [status(tab), tab.chat.getState().queue.length], ['ready', 0])
      }
      const stored = await service.page('t')
      for (const tab of tabs) {
        await until(() => idsOf(tab), idsOf(stored))
        const said = allOf(tab).flatMap((one) => (one.role === 'user' ? [one.content] : []))
        expect(said.map(String).sort()).toEqual(sent.sort())
      }
    }),
    { numRuns: amount(8, 100) },
  )
}, 120_000)
