/** A session that ends while a chat on a server is open, by real HTTP and SQLite. */
import type { Tool } from '@antiphon/core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startChatService, type ChatService, type Page } from './chat-service.js'

let service: ChatService
let isSignedIn: boolean
beforeEach(async () => {
  isSignedIn = true
  service = await startChatService({ authorize: () => (isSignedIn ? { id: 'ann' } : 401) })
})
afterEach(() => service.close())

const until = (read: () => unknown, value: unknown) => expect.poll(read).toEqual(value)
const status = ({ chat }: Page) => chat.getState().status
const sent = (end: string) => service.requests.filter((line) => line.endsWith(end)).length

const liveCall = ({ chat }: Page) => chat.getLiveStep(chat.store.getIds().at(-1)!)?.calls[0]

/** A page with a call that runs until `end` is called. */
async function pageAtWork() {
  let end!: (value: string) => void
  const tool: Tool = {
    name: 'pay',
    description: 'Pays.',
    parameters: { type: 'object' },
    execute: () => new Promise<string>((resolve) => (end = resolve)),
  }
  const page = await service.page('t', { tools: [tool] })
  void page.chat.send('use pay {}')
  await until(() => end !== undefined, true)
  return { page, end }
}

it('the result of a call waits for the next login, and the run goes on with it', async () => {
  const { page, end } = await pageAtWork()
  isSignedIn = false
  end('paid')
  await expect.poll(() => sent('/decide')).toBeGreaterThan(1)
  expect(status(page)).toBe('streaming')
  expect(liveCall(page)).toMatchObject({ state: 'running', needsLogin: true })
  isSignedIn = true
  await until(() => status(page), 'ready')
  expect(page.texts().at(-1)).toContain('paid')
})

it('a call that was allowed says that this waits for the login too', async () => {
  await service.close()
  const tools = [{ name: 'pay', description: 'Pays.', parameters: { type: 'object' as const } }]
  service = await startChatService({
    authorize: () => (isSignedIn ? { id: 'ann' } : 401),
    tools: tools.map((tool) => ({ ...tool, approval: 'always' as const, execute: () => 'paid' })),
  })
  const page = await service.page('t')
  void page.chat.send('use pay {}')
  await until(() => page.chat.getApprovals().length, 1)
  isSignedIn = false
  void page.chat.decideApproval(page.chat.getApprovals()[0]!.key, { type: 'allow' })
  await expect.poll(() => liveCall(page)).toMatchObject({ state: 'queued', needsLogin: true })
  isSignedIn = true
  await until(() => status(page), 'ready')
  expect(page.texts().at(-1)).toContain('paid')
})

it('whoever waits for a login hears of it at once from another request', async () => {
  const { page, end } = await pageAtWork()
  isSignedIn = false
  end('paid')
  // By then the pause between two tries has grown to some 5 s.
  await expect.poll(() => sent('/decide'), { timeout: 30_000 }).toBeGreaterThan(4)
  isSignedIn = true
  const before = sent('/decide')
  await service.page('other')
  await expect.poll(() => sent('/decide'), { timeout: 2000 }).toBe(before + 1)
  await until(() => status(page), 'ready')
})

it('Stop and a message sent meanwhile wait for it too', async () => {
  const { page } = await pageAtWork()
  isSignedIn = false
  void page.chat.send('and be quick')
  page.chat.stop()
  for (const end of ['/steer', '/stop']) await expect.poll(() => sent(end)).toBeGreaterThan(1)
  isSignedIn = true
  await until(() => page.chat.store.getMessages().some(({ role }) => role === 'tool'), true)
})

it('a connection that comes back without a login goes on reading after it', async () => {
  const page = await service.page('t')
  void page.chat.send('wait here')
  await until(() => page.texts().at(-1), 'You said: wait here. ')
  isSignedIn = false
  service.cut()
  service.connect()
  await expect.poll(() => service.requests.filter((line) => /offset=/.test(line)).length).toBeGreaterThan(1)
  expect(status(page)).toBe('streaming')
  isSignedIn = true
  service.upstream.open()
  await until(() => status(page), 'ready')
  expect(page.texts().at(-1)).toContain('This is the end of it')
})

it('a question that cannot be asked says that the person is signed out', async () => {
  const page = await service.page('t')
  isSignedIn = false
  await page.chat.send('hello')
  expect(page.chat.getError()).toMatchObject({ kind: 'auth', status: 401, isSignedOut: true })
  isSignedIn = true
  await page.chat.retry()
  expect(page.texts().at(-1)).toContain('You said: hello')
})
