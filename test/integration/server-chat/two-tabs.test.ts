/** Two tabs of one browser with one thread of a chat server, by real HTTP, SQLite and channels: nothing is doubled or lost. */
import { createLockTable } from '@antiphon/core/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { startChatService, type ChatService, type Page } from './chat-service.js'

let service: ChatService
async function close(): Promise<void> {
  await service.close()
  vi.unstubAllGlobals()
}
afterEach(close)

const until = (read: () => unknown, value: unknown) => expect.poll(read, { timeout: 10_000 }).toEqual(value)
const status = ({ chat }: Page) => chat.getState().status
const allOf = ({ chat }: Page) => chat.store.getTree().nodes.map(({ message }) => message)

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

it('messages sent in both at one moment stand once each in both, and each is answered', async () => {
  service = await startChatService()
  const tabs = await openTabs()
  await Promise.all(tabs.map((tab, at) => tab.chat.send(`from ${at}`)))
  // The second one follows the first, or is another version beside it where the first was answered before it left.
  const roles = (tab: Page) =>
    allOf(tab)
      .map(({ role }) => role)
      .sort()
  for (const tab of tabs) {
    await until(() => roles(tab), ['assistant', 'assistant', 'user', 'user'])
    await until(() => [status(tab), tab.chat.getState().queue.length], ['ready', 0])
    const said = allOf(tab).flatMap((one) => (one.role === 'user' ? [one.content] : []))
    expect(said.map(String).sort()).toEqual(['from 0', 'from 1'])
  }
  expect(tabs[1].texts()).toEqual(tabs[0].texts())
})
