import { isDeepStrictEqual } from 'node:util'
import { feedbackOf, type ThreadTree } from '@antiphon/core'
import { readRawThread, type ThreadSession } from '@antiphon/threads'
import { checkContent, textOf } from './content.js'
import { BARE_THREAD, sessionsOf, type ChatRecord, type Page } from './page.js'
import { resultsOf } from './results.js'
import { checkTree } from './thread-rules.js'
import type { World } from './world.js'

/** Returns a thread as it is on the disk, also a deleted one that can be had back. */
export function stored(world: World, threadId: string): ThreadTree | undefined {
  const thread = world.database.threads.get(threadId)
  if (!thread) return undefined
  const writes = world.browser.writes()
  let read = reads.get(world)
  if (read?.writes !== writes) reads.set(world, (read = { writes, trees: new Map() }))
  let tree = read.trees.get(threadId)
  if (!tree) {
    const nodes = [...(world.database.nodes.get(threadId)?.values() ?? [])]
    tree = readRawThread({ thread, nodes }, threadId).tree
    read.trees.set(threadId, tree)
  }
  return tree
}
/** Reading checks every record: once for what is written once. */
const reads = new WeakMap<World, { writes: number; trees: Map<string, ThreadTree> }>()

/** Deleted on the disk; or before it came there, and then the page that shows it says so. */
export function isDeleted(world: World, threadId: string): boolean {
  const thread = world.database.threads.get(threadId) as { removedAt?: number; purged?: true } | undefined
  if (thread) return thread.removedAt !== undefined || thread.purged === true
  return world
    .alive()
    .some(({ sessions }) => sessions.get(threadId)?.saver.getState().problem?.kind === 'removed')
}

/** All that must hold whenever nothing is pending. */
export function checkRest(world: World): void {
  for (const page of world.alive()) {
    for (const record of page.records) record.isTurning = waitsElsewhere(world, record)
    for (const session of sessionsOf(page)) {
      checkTree(world, page, session)
      checkQueue(world, page, session)
      checkApprovals(world, page, session)
      checkQuestions(world, page, session)
      checkFeedback(world, page, session)
      checkSaved(world, page, session)
    }
  }
  noteSettled(world)
}

/** An order that waits until another tab has ended its answer: what is sent meanwhile may follow either. */
function waitsElsewhere(world: World, record: ChatRecord): boolean {
  const { isElsewhere } = record.chat.getState() as { isElsewhere?: boolean }
  return (
    isElsewhere === true && world.orders.some((order) => order.record === record && order.state === 'open')
  )
}

function checkQueue(world: World, { name }: Page, { threadId, chat }: ThreadSession): void {
  const { queue } = chat.getState()
  for (const { content } of queue) checkContent(world, `${name} ${threadId}: in the queue`, content)
  const numbers = queue.map(({ content }) => world.ledger.given(content)?.number ?? 0)
  if (numbers.some((number, i) => i > 0 && number < numbers[i - 1]!))
    world.fault('queue-order', `${name} ${threadId}: the queue is ${numbers.join(' ')}`)
}

function checkApprovals(world: World, { name }: Page, { threadId, chat }: ThreadSession): void {
  const { store } = chat
  for (const { messageId, callIndex, callKey } of chat.getApprovals()) {
    const message = store.getMessage(messageId)
    const call = message?.role === 'assistant' ? message.tool_calls?.[callIndex] : undefined
    if (!call) world.fault('asks-for-nothing', `${name} ${threadId}: asks for ${callKey}, which is not there`)
    else if (resultsOf(store.getTree().nodes, message!).has(callKey))
      world.fault('asks-answered', `${name} ${threadId}: asks for ${callKey}, which has a result`)
    else if (chat.getLiveStep(messageId)?.elsewhere)
      world.fault('asks-elsewhere', `${name} ${threadId}: asks for ${callKey}, which another tab runs`)
  }
}

function checkQuestions(world: World, { name }: Page, { threadId, chat }: ThreadSession): void {
  const { store } = chat
  for (const { messageId, callIndex, callKey, key } of chat.getState().questions ?? []) {
    const message = store.getMessage(messageId)
    const call = message?.role === 'assistant' ? message.tool_calls?.[callIndex] : undefined
    const state = chat.getLiveStep(messageId)?.calls[callIndex]?.state
    if (!call)
      world.fault('asks-for-nothing', `${name} ${threadId}: ${key} is asked, and its call is not there`)
    else if (resultsOf(store.getTree().nodes, message!).has(callKey))
      world.fault('asks-answered', `${name} ${threadId}: ${key} is asked, and its call has a result`)
    else if (state !== 'awaiting')
      world.fault(
        'asks-unseen',
        `${name} ${threadId}: ${key} is asked, and its call is ${state ?? 'at rest'}`,
      )
  }
}

/** One tab alone changes it: there it stays until somebody says something else. */
function checkFeedback(world: World, { name }: Page, { threadId, chat }: ThreadSession): void {
  if (world.pages.length > 1) return
  for (const [id, given] of world.recordOf(chat).feedback) {
    const message = chat.store.getMessage(id)
    if (message && feedbackOf(message) !== given)
      world.fault('feedback-lost', `${name} ${threadId}: ${id} has ${feedbackOf(message)} for ${given}`)
  }
}

/** Checks that a session which says `saved` is on the disk, and nothing else is. So two tabs that are saved show the same. */
export function checkSaved(world: World, { name }: Page, session: ThreadSession): void {
  const { threadId, chat, saver } = session
  const { status, isLoaded } = saver.getState()
  if (world.browser.disk !== 'fine' || status !== 'saved' || !isLoaded) return
  const here = chat.store.getTree().nodes
  const where = `${name} ${threadId}: says "saved", but`
  // Changes that arrive during an answer are stored a moment later.
  const isAnswering = /submitted|streaming/.test(chat.getState().status)
  const disk = new Map(stored(world, threadId)?.nodes.map((node) => [node.message.id, node]) ?? [])
  for (const { message, parent } of here) {
    const { id } = message
    const node = disk.get(id)
    disk.delete(id)
    if (!node) world.fault('not-saved', `${where} ${id} is not on the disk`)
    // The tab that runs it stores it. A message with another place here is stored after that.
    else if (chat.getLiveStep(id)?.elsewhere) continue
    else if (node.parent !== parent)
      world.fault('other-parent', `${where} ${id} follows ${parent} here and ${node.parent} on the disk`)
    else if (isAnswering) continue
    else if (!isSame(message, node.message))
      world.fault(
        'other-content',
        `${where} ${id} is ${JSON.stringify(message)} here and ${JSON.stringify(node.message)} on the disk`,
      )
  }
  if (disk.size > 0) world.fault('not-shown', `${where} ${[...disk.keys()].join(' ')} is on the disk alone`)
}

/** The same as JSON, in whatever order its fields are. */
function isSame(a: unknown, b: unknown): boolean {
  const texts = [JSON.stringify(a), JSON.stringify(b)] as const
  return texts[0] === texts[1] || isDeepStrictEqual(JSON.parse(texts[0]), JSON.parse(texts[1]))
}

/** Calls that have their result on the disk: from now on, nobody may run them. */
function noteSettled(world: World): void {
  for (const threadId of world.database.threads.keys()) {
    const tree = stored(world, threadId)
    for (const { message } of tree?.nodes ?? [])
      if (message.role === 'assistant' && message.tool_calls)
        for (const key of resultsOf(tree!.nodes, message).keys())
          world.ledger.call(key).isSettled = world.ledger.call(key).timesForgotten === 0
  }
}

/** Does anything wait for somebody outside: the model, a tool, a person? */
export function isQuiet(world: World): boolean {
  if (world.browser.disk !== 'fine' || world.scheduling.lanes() > 0 || world.waits.length > 0) return false
  if (world.exchanges.some((exchange) => exchange.isLive())) return false
  // An answer whose end could not be stored is nobody else's, until it is.
  const sessions = world.alive().flatMap((page) => [...sessionsOf(page)])
  if (sessions.some(({ saver }) => (saver.getState().problem?.kind ?? 'removed') !== 'removed')) return false
  return world.alive().every(({ records }) =>
    records.every(({ chat }) => {
      if (chat.getApprovals().length > 0 || (chat.getState().questions ?? []).length > 0) return false
      const steps = chat.store.getTree().nodes.map(({ message }) => chat.getLiveStep(message.id))
      return !steps.some((step) => Object.values(step?.calls ?? {}).some(({ state }) => state === 'running'))
    }),
  )
}

/** Nothing is stored in a deleted thread: a tab that has said something there has its answer until it is had back. */
function waitsForReturn(world: World, { threadId, chat }: ThreadSession): boolean {
  const isElsewhere = chat.store
    .getTree()
    .nodes.some(({ message }) => chat.getLiveStep(message.id)?.elsewhere)
  const all = world.alive().flatMap((page) => [...sessionsOf(page)])
  return (
    isElsewhere &&
    all.some(({ threadId: id, saver }) => id === threadId && saver.getState().problem?.kind === 'removed')
  )
}

/** With nothing to wait for, everything that was asked for has ended. */
export function checkQuiet(world: World): void {
  for (const page of world.alive())
    for (const session of sessionsOf(page)) {
      const { threadId, chat } = session
      const { status } = chat.getState()
      if (waitsForReturn(world, session)) continue
      const where = `${page.name} ${threadId}:`
      if (status !== 'ready' && status !== 'error')
        world.fault('stuck', `${where} is ${status}, and waits for nothing`)
      for (const { message } of chat.store.getTree().nodes)
        if (chat.getLiveStep(message.id))
          world.fault(
            'live-left',
            `${where} ${message.id} is live (${JSON.stringify(chat.getLiveStep(message.id))}), and waits for nothing`,
          )
    }
  for (const { words, page, state, record } of world.orders) {
    if (!page.isAlive || state !== 'open') continue
    const session = [...sessionsOf(page)].find((one) => one.chat.store === record?.chat.store)
    if (!session || !waitsForReturn(world, session))
      world.fault('never-settles', `${words}: its promise stays open`)
  }
}

/** Each text is in the tree, in the queue, or was taken away by somebody. */
export function checkTexts(world: World): void {
  for (const given of world.ledger.texts.values()) {
    const { record, text, order, target } = given
    const { page, threadId, chat } = record
    if (target !== undefined && world.ledger.removed.has(target)) given.excuse ??= 'what it edits was removed'
    if (given.excuse || isDeleted(world, threadId)) continue
    if (order?.state === 'rejected' && threadId === BARE_THREAD) continue
    const onDisk = stored(world, threadId)?.nodes.find(({ message }) => textOf(message.content) === text)
    if (onDisk) checkContent(world, `on the disk, ${threadId}:`, onDisk.message.content)
    if (onDisk || (!page.isAlive && !given.wasStored)) continue
    const inUse = [...(page.isAlive ? sessionsOf(page) : [])].find(
      (session) => session.chat.store === chat.store,
    )
    if (inUse) {
      if (!inUse.saver.getState().isLoaded || (given.by === 'edit' && order?.state === 'open')) continue
      const { queue } = chat.getState()
      if (queue.some(({ content }) => textOf(content) === text)) continue
      if (chat.store.getTree().nodes.some(({ message }) => textOf(message.content) === text)) continue
    }
    world.fault('text-lost', `"${text}", given to ${page.name} ${threadId}, is nowhere`)
  }
}
