/** Two tabs of one browser with one thread of a chat server, by real HTTP, SQLite and channels. */
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
