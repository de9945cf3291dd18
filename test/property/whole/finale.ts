import { textOf } from './content.js'
import { BARE_THREAD, sessionsOf, type ChatRecord, type Page } from './page.js'
import { resultsOf } from './results.js'
import { checkQuiet, checkRest, checkSaved, checkTexts, isDeleted, stored } from './rest-rules.js'
import { drain } from './scheduling.js'
import type { World } from './world.js'

/** More answers than this to one question, and it never ends. */
const ROUNDS = 40

/** The end of every sequence: all is stopped, goes on once more, is stored, and is closed. Nothing may be left. */
export async function finish(world: World, isWrong: () => boolean): Promise<void> {
  world.browser.disk = 'fine'
  world.inHost = []
  for (const stop of world.inListener) stop()
  for (const step of [standStill, goOn, store, leave]) {
    await step(world)
    if (isWrong()) return
  }
}

async function settle(world: World): Promise<void> {
  await drain()
  await world.scheduling.settle(0)
}

/** Ends what is outside: tools that take their time, questions to a person, and the limits of other tools. */
async function endTools(world: World): Promise<void> {
  while (await declineAll(world)) {}
  while (world.waits.length > 0) {
    const [wait] = world.waits
    await world.scheduling.enter(wait!.page.name)
    wait!.end()
    await settle(world)
  }
}

/** Declines each open question. Returns whether there was one. */
async function declineAll(world: World): Promise<boolean> {
  let wasAsked = false
  await onEach(world, (page) => {
    for (const { chat } of sessionsOf(page))
      for (const { key, callKey } of chat.getState().questions ?? []) {
        wasAsked = true
        const answer = { type: 'decline' } as const
        const given = new Set([JSON.stringify(answer)])
        world.recordOf(chat).questions.set(key, { callKey, given, isTaken: true })
        world.follow(`the end: decline ${key}`, page, chat.answerQuestion(key, answer))
      }
  })
  return wasAsked
}

async function onEach(world: World, act: (page: Page) => void): Promise<void> {
  for (const page of world.alive()) {
    await world.scheduling.enter(page.name)
    act(page)
  }
  await settle(world)
}

/** Twice: what one tab stores, another may have to take in. */
async function flushAll(world: World): Promise<void> {
  for (let round = 0; round < 2; round++)
    await onEach(world, (page) => {
      for (const { saver, threadId } of sessionsOf(page))
        world.follow(`${page.name} ${threadId}: flush`, page, saver.flush())
    })
}

/** After a stop everywhere, nothing runs, and nothing goes on by itself. */
async function standStill(world: World): Promise<void> {
  await onEach(world, (page) => page.isHidden && page.setHidden(false))
  world.log.push('the end: stop everywhere')
  // A storage that failed is tried again at the next change, or when somebody asks for it.
  await flushAll(world)
  // An order that waits for another tab's answer goes on when that has ended: it is stopped after it.
  for (let round = 0; round < 3; round++) {
    await onEach(world, (page) => {
      for (const { chat } of sessionsOf(page)) chat.stop()
    })
    for (const page of world.alive())
      for (const { chat, threadId } of sessionsOf(page))
        for (const { key } of chat.getState().questions ?? [])
          world.fault('asks-after-stop', `${page.name} ${threadId}: ${key} is asked after a stop`)
    await endTools(world)
    await world.scheduling.pass(4000)
    await settle(world)
  }
  for (const { records } of world.alive())
    for (const record of records) {
      record.isStopped = true
      record.disturbed++
    }
  await flushAll(world)
  checkRest(world)
  checkTexts(world)
  const asking = world
    .alive()
    .some(({ records }) => records.some(({ chat }) => chat.getApprovals().length > 0))
  if (!asking) checkQuiet(world)
}

/** One more question in each view: what waits goes before it, oldest first, and all is answered. */
async function goOn(world: World): Promise<void> {
  for (const page of world.alive())
    for (const { chat, threadId } of sessionsOf(page)) {
      if (threadId === BARE_THREAD || isDeleted(world, threadId)) continue
      const record = world.recordOf(chat)
      record.isStopped = false
      await goOnAfterStop(world, record)
      const text = world.ledger.newText()
      const number = world.ledger.texts.size
      const { disturbed } = record
      const given = { text, content: text, number, by: 'send' as const, record, disturbed, wasStored: false }
      world.ledger.texts.set(text, given)
      world.log.push(`the end: ${page.name} ${threadId}: send ${text}`)
      await world.scheduling.enter(page.name)
      world.follow(`${page.name} ${threadId}: send ${text}`, page, chat.send(text), record)
      await answerAll(world)
      const { status, queue } = chat.getState()
      const node = chat.store.getTree().nodes.find(({ message }) => textOf(message.content) === text)
      const isAnswered = chat.store
        .getTree()
        .nodes.some(({ parent }) => parent !== null && parent === node?.message.id)
      if (!isAnswered || queue.length > 0 || status !== 'ready')
        world.fault(
          'not-answered',
          `${page.name} ${threadId}: "${text}" is ${node ? 'in the tree' : 'not in the tree'}, ${isAnswered ? 'answered' : 'not answered'}; the queue holds ${queue.map(({ content }) => textOf(content)).join(', ') || 'nothing'}; the status is ${status}`,
        )
    }
}

/** Where `stopWhen` has ended a run, `continue` asks for the next answer. */
async function goOnAfterStop(world: World, record: ChatRecord): Promise<void> {
  const { chat, page, threadId, endsAt } = record
  const { store } = chat
  if (endsAt === undefined || store.getIds().at(-1) !== endsAt || chat.getState().isElsewhere) return
  const owner = store.getPath(endsAt).findLast(({ role }) => role !== 'tool')
  const calls = owner?.role === 'assistant' ? (owner.tool_calls ?? []) : []
  // A result that was taken out since is a call to run again.
  if (!owner || resultsOf(store.getTree().nodes, owner).size < calls.length) return
  record.endsAt = undefined
  record.disturbed++
  const words = `${page.name} ${threadId}: continue at ${endsAt}`
  world.log.push(`the end: ${words}`)
  await world.scheduling.enter(page.name)
  world.follow(words, page, chat.continue(), record)
  await answerAll(world)
  world.counts.wentOn++
  if (store.getChildren(endsAt).length === 0)
    world.fault('goes-not-on', `${words}, where stopWhen had ended the run, does nothing`)
}

async function answerAll(world: World): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    await settle(world)
    await endTools(world)
    const live = world.exchanges.filter((exchange) => exchange.isLive())
    if (live.length === 0) return
    for (const exchange of live) {
      await world.scheduling.enter(exchange.page)
      exchange.text(`says ${exchange.number}.`)
      exchange.finish('stop')
    }
  }
  world.fault('without-end', 'requests follow each other without end')
}

/** With a disk that works, all of it comes to lie there, and every tab shows the same. */
async function store(world: World): Promise<void> {
  await flushAll(world)
  checkRest(world)
  checkTexts(world)
  for (const page of world.alive())
    for (const session of sessionsOf(page)) {
      const { status, isLoaded, problem } = session.saver.getState()
      // A thread that was deleted before it was stored leaves no record, and is not stored until it is restored.
      if (isDeleted(world, session.threadId) || problem?.kind === 'removed') continue
      if (status !== 'saved' || !isLoaded)
        world.fault(
          'never-saved',
          `${page.name} ${session.threadId}: is ${status} (${problem?.kind}), loaded: ${isLoaded}`,
        )
      checkSaved(world, page, session)
    }
  for (const given of world.ledger.texts.values()) {
    const { threadId } = given.record
    if (given.excuse || isDeleted(world, threadId) || (!given.record.page.isAlive && !given.wasStored))
      continue
    if (given.order?.state === 'rejected' && threadId === BARE_THREAD) continue
    if (!stored(world, threadId)?.nodes.some(({ message }) => textOf(message.content) === given.text))
      world.fault(
        'text-lost',
        `"${given.text}", given to ${given.record.page.name} ${threadId}, is not on the disk`,
      )
  }
}

/** All is closed: no lock, listener, timer, mark or open promise is left. */
async function leave(world: World): Promise<void> {
  // A session that was let go long ago shows its thread as it was then, marks of other tabs included.
  const inStep = new Set(world.alive().flatMap((page) => Array.from(sessionsOf(page), ({ chat }) => chat)))
  await onEach(world, (page) => {
    for (const pane of page.panes) pane.leave()
    world.follow(`${page.name}: close`, page, page.sessions.close())
  })
  await world.scheduling.pass(4000)
  await settle(world)
  for (const page of world.alive()) {
    const { name } = page
    const left = (kind: string, words: string | number): void => {
      if (words !== '' && words !== 0) world.fault(kind, `${name}: ${words} left`)
    }
    left('locks-left', world.browser.locksOf(name).join(', '))
    left('timers-left', world.scheduling.timersOf(name))
    left('listeners-left', world.browser.listenersOf(name) + page.listeners())
    for (const { chat, threadId } of page.records) {
      const asked = new Set(chat.getApprovals().map(({ messageId }) => messageId))
      for (const { message } of chat.store.getTree().nodes) {
        if (chat.getLiveStep(message.id) && !asked.has(message.id))
          world.fault('live-left', `${name} ${threadId}: ${message.id} is live after the end`)
        if (
          inStep.has(chat) &&
          message.metadata?.['antiphon.running'] !== undefined &&
          !isDeleted(world, threadId) &&
          !world.ledger.interrupted.has(message.id)
        )
          world.fault('mark-left', `${name} ${threadId}: ${message.id} is marked as running after the end`)
      }
    }
  }
  for (const { words, page, state } of world.orders)
    if (page.isAlive && state === 'open') world.fault('never-settles', `${words}: its promise stays open`)
}
