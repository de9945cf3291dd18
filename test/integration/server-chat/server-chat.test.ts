/** A chat of the kit over `createChatServer`, by real HTTP and SQLite. */
import { afterEach, expect, it, vi } from 'vitest'
import { startChatService, type ChatService, type Page } from './chat-service.js'

let service: ChatService
afterEach(() => service.close())

const END = ' This is the end of it, with ünïcödé 🎈.'
const answerTo = (prompt: string): string => `You said: ${prompt}. ${END}`
const status = ({ chat }: Page) => chat.getState().status
const until = (read: () => unknown, value: unknown) => expect.poll(read).toEqual(value)

it('an answer is asked for once, shown as it comes, and stored by the server', async () => {
  service = await startChatService()
  const page = await service.page('t')
  void page.chat.send('wait here')
  await until(() => page.texts().at(-1), 'You said: wait here. ')
  expect(status(page)).toBe('streaming')
  service.upstream.open()
  await until(() => status(page), 'ready')
  expect(page.texts()).toEqual(['wait here', answerTo('wait here')])
  expect(service.upstream.asked()).toBe(1)
  const again = await service.page('t')
  expect(again.texts()).toEqual(page.texts())
})

it('after a reload and on another device the answer goes on, once', async () => {
  service = await startChatService()
  const first = await service.page('t')
  void first.chat.send('wait here')
  await until(() => first.texts().at(-1), 'You said: wait here. ')
  await first.close()
  const [second, third] = [await service.page('t'), await service.page('t')]
  for (const page of [second, third]) await until(() => page.texts(), ['wait here', 'You said: wait here. '])
  service.upstream.open()
  for (const page of [second, third]) {
    await until(() => status(page), 'ready')
    expect(page.texts()).toEqual(['wait here', answerTo('wait here')])
  }
  expect(service.upstream.asked()).toBe(1)
})

it('two replays do not double the text, and a page has one reader', async () => {
  service = await startChatService()
  const page = await service.page('t')
  void page.chat.send('wait here')
  await until(() => page.texts().at(-1), 'You said: wait here. ')
  for (let time = 0; time < 2; time++) {
    service.requests.length = 0
    service.cut()
    service.connect()
    await until(() => service.requests.filter((line) => line.startsWith('GET')).length, 1)
    expect(service.requests.at(-1)).toMatch(/runs\/\w+\?offset=/)
  }
  expect(page.texts()).toEqual(['wait here', 'You said: wait here. '])
  service.upstream.open()
  await until(() => status(page), 'ready')
  expect(page.texts()).toEqual(['wait here', answerTo('wait here')])
})

it('Stop works after a resume, and reaches every page', async () => {
  service = await startChatService()
  const first = await service.page('t')
  void first.chat.send('wait here')
  await until(() => first.texts().at(-1), 'You said: wait here. ')
  const second = await service.page('t')
  await until(() => second.texts().at(-1), 'You said: wait here. ')
  second.chat.stop()
  for (const page of [first, second]) {
    await until(() => status(page), 'ready')
    expect(page.chat.store.getMessages().at(-1)).toMatchObject({
      content: 'You said: wait here. ',
      finishReason: 'cancelled',
    })
  }
  service.upstream.open()
  await first.chat.send('hello')
  expect(first.texts().slice(2)).toEqual(['hello', answerTo('hello')])
})

const ask = { name: 'pay', description: 'Pays.', parameters: { type: 'object', properties: {} } } as const
const withApproval = (execute: () => unknown) => ({
  tools: [{ ...ask, parameters: { ...ask.parameters }, approval: 'always' as const, execute }],
})

it('a reload during a continued run does not bring back an answered question', async () => {
  let pay: ((result: string) => void) | undefined
  const run = vi.fn(() => new Promise<string>((resolve) => (pay = resolve)))
  service = await startChatService(withApproval(run))
  const first = await service.page('t')
  void first.chat.send('use pay {}')
  await until(() => first.chat.getApprovals().length, 1)
  const second = await service.page('t')
  await until(() => second.chat.getApprovals().map(({ toolName }) => toolName), ['pay'])
  expect(run).not.toHaveBeenCalled()
  const { key } = second.chat.getApprovals()[0]!
  expect(await second.chat.decideApproval(key, { type: 'allow' })).toEqual({ status: 'accepted' })
  await until(() => first.chat.getApprovals(), [])
  expect(await first.chat.decideApproval(key, { type: 'allow' })).toEqual({ status: 'stale' })
  await until(() => run.mock.calls.length, 1)
  const asked: number[] = []
  const third = await service.page('t')
  third.chat.subscribe(() => asked.push(third.chat.getApprovals().length))
  await until(() => service.requests.filter((line) => line.endsWith('/open')).length > 3, true)
  await until(() => status(third), 'streaming')
  pay?.('paid')
  for (const page of [first, second, third]) await until(() => status(page), 'ready')
  expect(third.texts()).toEqual(first.texts())
  expect(asked.every((count) => count === 0)).toBe(true)
  expect(run).toHaveBeenCalledOnce()
})

it('an approval waits over a restart of the server, and goes on when somebody answers', async () => {
  const run = vi.fn(() => 'paid')
  service = await startChatService(withApproval(run))
  const page = await service.page('t')
  void page.chat.send('use pay {}')
  await until(() => page.chat.getApprovals().length, 1)
  await service.restart()
  const { key } = page.chat.getApprovals()[0]!
  expect(await page.chat.decideApproval(key, { type: 'deny', reason: 'no' })).toEqual({ status: 'accepted' })
  await until(() => status(page), 'ready')
  expect(run).not.toHaveBeenCalled()
  expect(page.texts().at(-1)).toContain('Reason: no')
})

it('an expired log gives the transcript, and never a second run', async () => {
  service = await startChatService()
  const page = await service.page('t')
  void page.chat.send('wait here')
  await until(() => page.texts().at(-1), 'You said: wait here. ')
  await service.database.db.deleteFrom('antiphon_run_events').execute()
  await service.database.db.deleteFrom('antiphon_run_logs').execute()
  service.cut()
  service.upstream.open()
  await until(
    async () => (await service.database.db.selectFrom('antiphon_runs').select('status').execute())[0],
    { status: 'ended' },
  )
  service.connect()
  await until(() => status(page), 'ready')
  await until(() => page.texts(), ['wait here', answerTo('wait here')])
  expect(service.upstream.asked()).toBe(1)
})

it('what is typed without a connection waits, and is sent once it is back', async () => {
  service = await startChatService()
  const page = await service.page('t')
  service.cut()
  void page.chat.send('hello')
  await until(() => page.chat.getLiveStep(page.chat.store.getIds().at(-1)!)?.retry !== undefined, true)
  expect(page.texts()).toEqual(['hello', ''])
  expect(status(page)).toBe('submitted')
  service.connect()
  await until(() => status(page), 'ready')
  expect(page.texts()).toEqual(['hello', answerTo('hello')])
  expect(service.upstream.asked()).toBe(1)
})

it('a message that is sent meanwhile reaches the run, from any page', async () => {
  service = await startChatService(withApproval(() => 'paid'))
  const first = await service.page('t')
  void first.chat.send('use pay {}')
  await until(() => first.chat.getApprovals().length, 1)
  const second = await service.page('t')
  await until(() => second.chat.getApprovals().length, 1)
  void second.chat.send('and be quick')
  expect(second.chat.getState().queue).toHaveLength(1)
  await until(() => service.requests.filter((line) => line.endsWith('/steer')).length, 1)
  await first.chat.decideApproval(first.chat.getApprovals()[0]!.key, { type: 'allow' })
  for (const page of [first, second]) {
    await until(() => status(page), 'ready')
    await until(() => page.texts().includes('and be quick'), true)
  }
  expect(second.chat.getState().queue).toEqual([])
})

it('a tool of the page runs in the page, once, and the run goes on with its result', async () => {
  service = await startChatService()
  const run = vi.fn(() => 'blue')
  const colour = { name: 'colour', description: 'The colour.', parameters: { type: 'object' } } as const
  const page = await service.page('t', {
    tools: [{ ...colour, parameters: { ...colour.parameters }, execute: run }],
  })
  await page.chat.send('use colour {}')
  expect(run).toHaveBeenCalledOnce()
  expect(page.texts().at(-1)).toContain('blue')
})

it('an answer is given again, and a question changed, as a version beside it', async () => {
  service = await startChatService()
  const page = await service.page('t')
  await page.chat.send('hello')
  await page.chat.regenerate()
  const { store } = page.chat
  expect(store.getVersions(store.getIds()[1]!).ids).toHaveLength(2)
  await page.chat.edit(store.getIds()[0]!, 'bye')
  expect(page.texts()).toEqual(['bye', answerTo('bye')])
  expect(store.getVersions(store.getIds()[0]!).ids).toHaveLength(2)
  const again = await service.page('t')
  expect(again.chat.store.getTree().nodes).toHaveLength(5)
})

it('a question that the server refuses fails in words, and the next one is asked', async () => {
  service = await startChatService()
  const page = await service.page('t', { parameters: { temperature: 'hot' as never } })
  await page.chat.send('hello')
  expect(status(page)).toBe('error')
  expect(page.chat.getError()?.message).toMatch(/temperature/)
  page.chat.configure({ parameters: {} })
  await page.chat.send('again')
  expect(page.texts().at(-1)).toBe(answerTo('again'))
})

it('an answer that was cut off goes on in the same message', async () => {
  service = await startChatService()
  const page = await service.page('t')
  await page.chat.send('hello')
  const id = page.chat.store.getIds().at(-1)!
  page.chat.store.write(id, { role: 'assistant', content: 'You said', finishReason: 'length' })
  page.chat.store.flush()
  await page.chat.continue()
  expect(page.chat.store.getIds()).toHaveLength(2)
  expect(page.texts().at(-1)).toMatch(/^You said.*the end of it/)
})

it('pieces that come together after a pause do not make the text jump', async () => {
  service = await startChatService()
  service.collect(400)
  const page = await service.page('t')
  const prompt = `wait ${Array.from({ length: 300 }, (_, at) => `word${at}`).join(' ')}`
  const growing = new Set<number>()
  const slot = (): number => Math.floor(performance.now() / 50)
  let begun: number | undefined
  page.chat.store.subscribe(() => {
    if (String(page.texts().at(-1)).startsWith('You said')) growing.add(slot())
    begun ??= [...growing][0]
  })
  void page.chat.send(prompt)
  await expect.poll(() => String(page.texts().at(-1)).length).toBeGreaterThan(prompt.length)
  // A burst comes in each eighth of these slots.
  expect(growing.size / (slot() - begun!)).toBeGreaterThan(0.4)
})

it.each([
  [undefined, 8],
  [3, 3],
])('a run with maxSteps %s ends after %i rounds of calls, and can be continued', async (maxSteps, rounds) => {
  let ran = 0
  service = await startChatService({
    tools: [{ ...ask, parameters: { type: 'object' }, execute: () => `${++ran}` }],
    ...(maxSteps !== undefined && { maxSteps }),
  })
  const page = await service.page('t')
  await page.chat.send('loop pay')
  expect(ran).toBe(rounds)
  expect(page.chat.getError()).toMatchObject({ kind: 'tool_loop_limit' })
  await page.chat.continue()
  expect(ran).toBe(2 * rounds)
})

it('another tab hears at once that a run has begun', async () => {
  service = await startChatService()
  const channel = (name: string) => new BroadcastChannel(`${service.url} ${name}`)
  const first = await service.page('t', { channel })
  const second = await service.page('t', { channel })
  void first.chat.send('wait here')
  await until(() => second.texts(), ['wait here', 'You said: wait here. '])
})

it('a fork of a thread that the server writes in is stored there as a thread of its own, and takes messages', async () => {
  service = await startChatService()
  const page = await service.page('t')
  void page.chat.send('wait here')
  await until(() => page.texts().at(-1), 'You said: wait here. ')
  const id = await page.threads.fork('t', page.chat.store.getIds().at(-1)!)
  service.upstream.open()
  await until(() => status(page), 'ready')
  expect(page.texts()).toEqual(['wait here', answerTo('wait here')])
  const fork = await service.page(id)
  expect(fork.texts()).toEqual(['wait here', 'You said: wait here. '])
  await fork.chat.send('another one')
  expect(fork.texts().slice(2)).toEqual(['another one', answerTo('another one')])
  expect((await service.page('t')).texts()).toEqual(page.texts())
  expect(service.upstream.asked()).toBe(2)
})
