/** Tools of a page in a chat whose answers a server gives: each call runs once, whatever becomes of its page. Real HTTP and SQLite. */
import type { Tool } from '@antiphon/core'
import { createLockTable } from '@antiphon/core/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startChatService, type ChatService, type Page } from './chat-service.js'

let service: ChatService
afterEach(async () => {
  await service.close()
  vi.unstubAllGlobals()
})

const until = (read: () => unknown, value: unknown) => expect.poll(read).toEqual(value)
const status = ({ chat }: Page) => chat.getState().status

/** The storage and the locks that the pages of one browser share. */
function browser() {
  const kept = new Map<string, string>()
  const table = createLockTable()
  return {
    /** A page of this browser; resolves with what the browser does when the page is gone. */
    enter(): () => void {
      const locks = table.page()
      vi.stubGlobal('navigator', { locks })
      vi.stubGlobal('localStorage', {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => void kept.set(key, value),
      })
      return locks.kill
    },
  }
}
type Browser = ReturnType<typeof browser>

/** How often each call has run, and how the runs end. */
function counted() {
  const runs: string[] = []
  const ends = new Map<string, (value: unknown) => void>()
  const tool = (more: Partial<Tool>): Tool => ({
    name: 'pay',
    description: 'Pays.',
    parameters: { type: 'object', properties: { to: { type: 'string' } } },
    execute: ({ to }: { to: string }) => {
      runs.push(to)
      return new Promise((resolve) => ends.set(to, resolve))
    },
    ...(more as object),
  })
  return { runs, tool, end: (to: string) => ends.get(to)?.(`paid ${to}`) }
}

/** Where a page is gone: of a request, before it reaches the server, or before its answer is there. */
type Moment = 'asking' | 'running' | `${'before' | 'after'} /${'begin' | 'decide'}`

interface Doomed extends Page {
  /** Is it at the moment at which it is to be gone? */
  isThere(): boolean
  kill(): void
}

/** A page that does nothing more from this moment on. */
async function doomedPage(moment: Moment, home: Browser, options: { tools: Tool[] }): Promise<Doomed> {
  const leave = home.enter()
  let isThere = false
  let isGone = false
  const never = new Promise<never>(() => {})
  const page = await service.page('t', {
    ...options,
    async fetch(url, init) {
      const [side, path = ''] = moment.split(' ')
      const isMeant = path !== '' && String(url).endsWith(path)
      if (isGone || (isMeant && side === 'before')) isThere ||= isMeant
      if (isGone || isThere) return never
      const response = await fetch(url, init)
      if (isMeant) isThere = true
      return isMeant ? never : response
    },
  })
  return {
    ...page,
    isThere: () => isThere,
    kill() {
      isGone = true
      leave()
      void page.close()
    },
  }
}

async function openPage(home: Browser, options: { tools: Tool[] }): Promise<Page> {
  home.enter()
  return service.page('t', options)
}
const allowAll = async ({ chat }: Page): Promise<void> => {
  for (const { key } of chat.getApprovals()) await chat.decideApproval(key, { type: 'allow' })
}
const resultsOf = (page: Page) => page.chat.store.getMessages().filter(({ role }) => role === 'tool')

const rules = { 'without a question': {}, 'that asks': { approval: 'always', destructive: true } } as const
const moments: Record<Moment, 'once more' | 'interrupted' | 'done'> = {
  asking: 'once more',
  'before /begin': 'once more',
  'after /begin': 'interrupted',
  running: 'interrupted',
  'before /decide': 'interrupted',
  'after /decide': 'done',
}
const cases = Object.entries(moments).flatMap(([moment, then]) =>
  Object.keys(rules).map((rule) => [rule, moment, then] as [keyof typeof rules, Moment, typeof then]),
)

/** Brings a page with one call to a moment, and ends the page there. Resolves with how often the tool had run. */
async function dieAt(moment: Moment, page: Doomed, { runs, end }: ReturnType<typeof counted>) {
  void page.chat.send('use pay {"to":"ann"}')
  if (moment === 'asking') await until(() => page.chat.getApprovals().length, 1)
  else {
    const isUnder = () => page.isThere() || runs.length > 0
    await expect.poll(async () => (await allowAll(page), isUnder())).toBe(true)
    if (moment === 'running') await until(() => runs, ['ann'])
    else if (moment.endsWith('decide')) {
      end('ann')
      await until(page.isThere, true)
    }
  }
  page.kill()
  return runs.length
}

describe.each(cases.filter(([rule, moment]) => rule === 'that asks' || moment !== 'asking'))(
  'a call %s whose page is gone (%s)',
  (rule, moment, then) => {
    const setUp = async () => {
      service = await startChatService()
      const calls = counted()
      const options = { tools: [calls.tool(rules[rule])] }
      const home = browser()
      const before = await dieAt(moment, await doomedPage(moment, home, options), calls)
      return { calls, options, home, before }
    }

    it(`is ${then} after a reload`, async () => {
      const { calls, options, home, before } = await setUp()
      const page = await openPage(home, options)
      if (then === 'once more') {
        expect(before).toBe(0)
        await expect.poll(async () => (await allowAll(page), calls.runs)).toEqual(['ann'])
        calls.end('ann')
      }
      await until(() => resultsOf(page).length, 1)
      await until(() => status(page), 'ready')
      expect(calls.runs.length).toBe(then === 'interrupted' ? before : 1)
      expect(page.chat.getApprovals()).toEqual([])
      const [result] = resultsOf(page)
      if (then !== 'interrupted') return expect(result).toMatchObject({ content: 'paid ann' })
      expect(result).toMatchObject({ isError: true, metadata: { 'antiphon.failure': 'interrupted' } })
      // The model reads it when the person goes on, and not before.
      expect(service.upstream.asked()).toBe(1)
      await page.chat.continue()
      expect(page.texts().at(-1)).toContain('not known whether it took effect')
      expect(calls.runs.length).toBe(before)
    })

    it('does not run on another device, where it can be stopped', async () => {
      const { calls, options, before } = await setUp()
      const page = await openPage(browser(), options)
      if (then === 'once more') {
        await expect.poll(async () => (await allowAll(page), calls.runs)).toEqual(['ann'])
        calls.end('ann')
        return until(() => status(page), 'ready')
      }
      if (then === 'interrupted') {
        await until(() => service.requests.filter((line) => line.endsWith('/open')).length > 2, true)
        await until(() => status(page), 'streaming')
        expect(page.chat.getApprovals()).toEqual([])
        page.chat.stop()
      }
      await until(() => resultsOf(page).length, 1)
      await until(() => status(page), 'ready')
      expect(calls.runs.length).toBe(then === 'interrupted' ? before : 1)
    })
  },
)

it('calls of one answer run once each, whichever ends first', async () => {
  service = await startChatService()
  const { runs, tool, end } = counted()
  const page = await openPage(browser(), { tools: [tool({})] })
  const names = ['ann', 'bob', 'cid']
  const sent = page.chat.send(`use ${names.map((to) => `pay {"to":"${to}"}`).join(' and ')}`)
  await until(() => runs, names)
  for (const to of names.toReversed()) {
    end(to)
    await until(() => resultsOf(page).some(({ content }) => content === `paid ${to}`), true)
  }
  await sent
  expect(runs).toEqual(names)
})

it('a call that began on one device is asked about on no other, and its result reaches both', async () => {
  service = await startChatService()
  const { runs, tool, end } = counted()
  const options = { tools: [tool({ approval: 'always' })] }
  const [one, two] = [await openPage(browser(), options), await openPage(browser(), options)]
  void one.chat.send('use pay {"to":"ann"}')
  await until(() => one.chat.getApprovals().length, 1)
  // The other device finds the run when it comes to the front.
  const three = await openPage(browser(), options)
  await until(() => three.chat.getApprovals().length, 1)
  await allowAll(one)
  await until(() => runs, ['ann'])
  await until(() => three.chat.getApprovals(), [])
  end('ann')
  for (const page of [one, three]) await until(() => status(page), 'ready')
  expect(resultsOf(three)).toEqual(resultsOf(one))
  expect(runs).toEqual(['ann'])
  await two.close()
})

it('what a tool of the page returns is kept whole, on the server and on each page', async () => {
  service = await startChatService()
  const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }
  const returned = {
    list: { content: 'Two orders.', details: { orders: ['A-17', { id: 'A-18', nothing: null }] } },
    parts: { content: [{ type: 'text', text: 'A picture.' }, picture] },
    bare: { orders: 2 },
    failed: { content: 'No such order.', isError: true, details: { code: 404 } },
  }
  const tools = Object.entries(returned).map(([name, value]): Tool => ({
    name,
    description: name,
    parameters: { type: 'object' },
    execute(_: unknown, { report }: { report(value: unknown): void }) {
      report({ type: 'step', id: 'look', title: 'Look' })
      return value
    },
  }))
  const [one, two] = [await openPage(browser(), { tools }), await openPage(browser(), { tools })]
  await one.chat.send(`use ${Object.keys(returned).join(' {} and ')} {}`)
  const shown = resultsOf(one)
  expect(shown).toMatchObject([
    { content: 'Two orders.', details: returned.list.details },
    { content: returned.parts.content },
    { content: '{"orders":2}', details: { orders: 2 } },
    { content: 'No such order.', isError: true, details: { code: 404 } },
  ])
  for (const result of shown)
    expect(result).toMatchObject({
      timing: { durationMs: expect.any(Number) },
      metadata: { 'antiphon.steps': [{ title: 'Look' }] },
    })
  await two.close()
  expect(resultsOf(await openPage(browser(), { tools }))).toEqual(shown)
})

it('a call that the person denies is denied on each page, in their words', async () => {
  service = await startChatService()
  const { runs, tool } = counted()
  const page = await openPage(browser(), { tools: [tool({ approval: 'always' })] })
  const sent = page.chat.send('use pay {"to":"ann"}')
  await until(() => page.chat.getApprovals().length, 1)
  await page.chat.decideApproval(page.chat.getApprovals()[0]!.key, { type: 'deny', reason: 'too much' })
  await sent
  expect(resultsOf(page)).toMatchObject([
    { content: expect.stringContaining('too much'), metadata: { 'antiphon.outcome': 'denied' } },
  ])
  expect(runs).toEqual([])
})
