import { createChat, type ChatController, type ChatOptions, type ChatTransport } from '@antiphon/core'
import { immediateScheduler, callsAnswer, scriptedTransport, textAnswer } from '@antiphon/core/testing'
import { createMemoryDatabase, StorageError, type MemoryDatabase } from '@antiphon/threads'
import { createBrowser, type Browser } from './browser.js'
import { beginCall, takeAnswer } from './call-rules.js'
import { createLedger, noteInterrupted, type Ledger } from './ledger.js'
import { BARE_THREAD, openPage, type ChatRecord, type Page } from './page.js'
import { checkRequest } from './request-rules.js'
import { createScheduling, type Scheduling } from './scheduling.js'
import { configOf, PLANS, type HostPlan, type HostSettings } from './settings.js'
import { watchSnapshots } from './snapshots.js'
import { STOP_ERROR } from './stop-when.js'
import { createTools } from './tools.js'
import { createExchange, type Exchange } from './transport.js'
import { watchTree } from './tree-rules.js'

/** A call of the API whose promise has to settle. */
export interface Order {
  words: string
  page: Page
  record?: ChatRecord
  state: 'open' | 'done' | 'rejected'
}

/** Options that are the same for the whole of a sequence. */
export interface Setup {
  /** `after-answer` among the chat's settings, and so on. */
  settings: Partial<ChatOptions>
  /** Words of its gates and `stopWhen`. Absent: its host has none, at any time. */
  plan?: HostPlan
}

/** A browser with its tabs, a disk, a model at the other end, and all that is known of what went in. */
export interface World {
  readonly scheduling: Scheduling
  readonly database: MemoryDatabase
  readonly browser: Browser
  readonly ledger: Ledger
  /** By number. The first are those that every chat is made with. */
  readonly settings: HostSettings[]
  /** Plans that chats may be configured with. */
  readonly plans: readonly HostPlan[]
  /** Alive ones and dead ones. */
  readonly pages: Page[]
  readonly exchanges: Exchange[]
  readonly orders: Order[]
  /** Functions of the host that end when the test says. */
  readonly waits: { page: Page; what: string; end(): void }[]
  /** The steps so far, in words. */
  readonly log: string[]
  readonly faults: Fault[]
  /** Done inside the next function of the host that is called: a tool, a gate, a `stopWhen`. */
  inHost: (() => void)[]
  /** Takes away what waits for the next call of a listener. */
  readonly inListener: Set<() => void>
  alive(): Page[]
  open(): Promise<Page>
  kill(page: Page): void
  recordOf(chat: ChatController): ChatRecord
  /** Adds settings to those that chats may have. */
  addSettings(plan: HostPlan, hasTools: boolean): HostSettings
  /** Waits until the test says. Hears of no stop. */
  wait(page: Page, what: string): Promise<void>
  /** Counts what has happened: a test in which nothing happens proves nothing. */
  readonly counts: Counts
  /** Notes something that must never be. */
  fault(kind: string, words: string): void
  /** Follows the promise of an order. */
  follow(
    words: string,
    page: Page,
    result: Promise<unknown> | undefined,
    record?: ChatRecord,
  ): Order | undefined
  /** Takes the globals back. */
  close(): void
}

export type Counts = Record<(typeof COUNTED)[number], number>
const COUNTED = [
  'attached',
  'gateDenied',
  'gateChanged',
  'gateFailed',
  'gateLate',
  'stopped',
  'stopThrew',
  'wentOn',
  'configured',
  'told',
] as const

export interface Fault {
  /** A short name: the same for every appearance of one fault. */
  kind: string
  words: string
}

export function createWorld({ settings, plan }: Setup): World {
  const scheduling = createScheduling()
  const database = createMemoryDatabase()
  const browser = createBrowser(database, scheduling)
  const ledger = createLedger()
  let made = 0
  const newId = (): string => `m${++made}`

  const transportOf = (page: Page, threadId: string, chat: () => ChatController): ChatTransport => ({
    send(request, { signal }) {
      const number = world.exchanges.length + 1
      const about = { number, page: page.name, threadId, request, signal }
      const { exchange, response } = createExchange(about, () => page.isAlive)
      const ids = request.messages.map(({ id, role }) => id ?? role)
      world.log.push(`   ${page.name} ${threadId}: request ${number} with ${ids.join(' ')}`)
      checkRequest(world, world.recordOf(chat()), exchange)
      world.exchanges.push(exchange)
      return response
    },
  })

  const restoreTimers = scheduling.install()
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator')
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { locks: browser.locks } })
  const onRejection = (error: unknown): void =>
    world.fault('unhandled', String((error as Error)?.stack ?? error))
  const listenersBefore = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  process.on('unhandledRejection', onRejection)

  const world: World = {
    scheduling,
    database,
    browser,
    ledger,
    settings: [],
    plans: plan ? PLANS : [{}],
    pages: [],
    exchanges: [],
    orders: [],
    waits: [],
    log: [],
    faults: [],
    inHost: [],
    inListener: new Set(),
    counts: Object.fromEntries(COUNTED.map((name) => [name, 0])) as Counts,
    alive: () => world.pages.filter(({ isAlive }) => isAlive),
    async open() {
      const name = `tab${world.pages.length + 1}`
      await scheduling.enter(name)
      const page = openPage(name, {
        scheduling,
        browser,
        settings,
        newId,
        configOf: (record) => configOf(world, world.settings[0]!, record),
        transportOf,
        onChat(record) {
          watchTree(world, record)
          watchSnapshots(world, record)
        },
      })
      world.pages.push(page)
      return page
    },
    kill(page) {
      page.isAlive = false
      if (page.isCrashed) noteInterrupted(ledger, page, database.nodes.values())
      browser.kill(page.name)
      for (const wait of world.waits.filter((one) => one.page === page))
        world.waits.splice(world.waits.indexOf(wait), 1)
    },
    recordOf: (chat) =>
      world.pages.flatMap(({ records }) => records).find((record) => record.chat.store === chat.store)!,
    addSettings(given, hasTools) {
      const number = world.settings.length
      const tools = createTools({
        begin: (name, callKey, args) => beginCall(world, number, name, callKey, args),
        told: (callKey, answer) => takeAnswer(world, callKey, answer),
        wait: (callKey) =>
          world.wait(
            world.pages.find(({ name }) => name === scheduling.page)!,
            callKey,
          ),
      })
      world.settings.push({ number, tools: hasTools ? tools : [], plan: given })
      return world.settings[number]!
    },
    wait: (page, what) =>
      new Promise((resolve) => {
        const wait = {
          page,
          what,
          end() {
            world.waits.splice(world.waits.indexOf(wait), 1)
            resolve()
          },
        }
        world.waits.push(wait)
      }),
    fault: (kind, words) => void world.faults.push({ kind, words }),
    follow(words, page, result, record) {
      if (!result) return undefined
      const order: Order = { words, page, record, state: 'open' }
      world.orders.push(order)
      result.then(
        () => (order.state = 'done'),
        (error: unknown) => {
          order.state = 'rejected'
          if (!page.isAlive) return
          world.log.push(`   ${words} was rejected: ${String(error)}`)
          if (!isPromised(error, record)) world.fault('rejected', `${words} was rejected: ${String(error)}`)
        },
      )
      return order
    },
    close() {
      restoreTimers()
      process.removeListener('unhandledRejection', onRejection)
      for (const listener of listenersBefore) process.on('unhandledRejection', listener)
      if (before) Object.defineProperty(globalThis, 'navigator', before)
      else Reflect.deleteProperty(globalThis, 'navigator')
    },
  }
  world.addSettings(plan ?? {}, true)
  return world
}

/** The errors that are part of the contract: nobody to ask, nothing to edit; what was to be done was not. */
export function isRefusal(error: unknown, record: ChatRecord): boolean {
  if (!(error instanceof TypeError)) return false
  return (
    /no user message/.test(error.message) ||
    (record.threadId === BARE_THREAD && /endpoint/.test(error.message))
  )
}

/** Besides these: what a function of the host throws, and a storage that refuses what is done to a whole thread. */
function isPromised(error: unknown, record?: ChatRecord): boolean {
  if (!record) return error instanceof StorageError
  return isRefusal(error, record) || (error as Error | undefined)?.message === STOP_ERROR
}

/** Loads what chats load on demand, so that no sequence waits for a file. */
export async function warmUp(): Promise<void> {
  const call = callsAnswer([{ name: 'inquires', args: { n: 1 } }])
  const transport = scriptedTransport([[call], [textAnswer('Done.')], () => Promise.reject(new Error('no'))])
  const tools = createTools({ begin: () => '', wait: async () => {}, told() {} })
  const chat = createChat({ transport, tools, scheduler: immediateScheduler })
  chat.subscribe(() => {
    for (const { key } of chat.getState().questions ?? [])
      void chat.answerQuestion(key, { type: 'accept', content: { n: 1 } })
  })
  await chat.send('one')
  await chat.send('two')
  await chat.decideApproval('none', { type: 'allow' })
}
