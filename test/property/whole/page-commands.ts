import type { Message } from '@antiphon/core'
import type { Act, SlowAct } from './commands.js'
import { showIn, type ChatRecord, type Page } from './page.js'
import { isDeleted, stored } from './rest-rules.js'
import { resultsOf } from './results.js'
import { drain } from './scheduling.js'
import { configOf } from './settings.js'
import type { World } from './world.js'

/** Mostly the same few, so that something happens in them. */
const THREADS = ['t0', 't1', 't0', 't2', 't0', 't1', 't3']
const threadOf = (at: number): string => THREADS[at % THREADS.length]!

/** Actions of a person on threads and tabs. */
export const pageCommands: Record<string, Act> = {
  open({ page, command }) {
    const threadId = threadOf(command.at)
    page.sessions.open(threadId)
    return `${page.name}: open ${threadId}`
  },
  show({ page, pane, command }) {
    const threadId = threadOf(command.at)
    showIn(page, pane, threadId)
    return `${page.name}: show ${threadId}`
  },
  leave({ page, pane }) {
    if (!pane.session) return undefined
    const words = `${page.name}: leave ${pane.session.threadId}`
    pane.leave()
    return words
  },
  delete({ world, page, pane, command }) {
    const threadId = command.how % 2 === 0 ? threadOf(command.at) : (pane.session?.threadId ?? 't0')
    const open = page.sessions.get(threadId)
    if (open) world.recordOf(open.chat).isStopped = false
    // The queue is not stored, and is lost with the chat that is closed.
    for (const { content } of open?.chat.getState().queue ?? [])
      world.ledger.remove([{ role: 'user', content }], 'in the queue of a deleted thread')
    world.follow(`${page.name}: delete ${threadId}`, page, page.sessions.remove(threadId))
    return `${page.name}: delete ${threadId}`
  },
  restore({ world, page, pane, command }) {
    const threadId = command.how % 2 === 0 ? threadOf(command.at) : (pane.session?.threadId ?? 't0')
    noteForgotten(world, threadId)
    world.follow(`${page.name}: restore ${threadId}`, page, page.sessions.restore(threadId))
    return `${page.name}: restore ${threadId}`
  },
  /** Gives it another title, or another place in the list. */
  rename({ world, page, command }) {
    const threadId = threadOf(command.at)
    const { sessions } = page
    const [words, act] = [
      () => ['rename', sessions.rename(threadId, 'Another name')] as const,
      () => ['move', sessions.move(threadId, 'Folder')] as const,
      () => ['take out', sessions.move(threadId)] as const,
    ][command.how % 3]!()
    world.follow(`${page.name}: ${words} ${threadId}`, page, act)
    return `${page.name}: ${words} ${threadId}`
  },
  pin({ world, page, command }) {
    const threadId = threadOf(command.at)
    world.follow(
      `${page.name}: pin ${threadId}`,
      page,
      page.sessions.setPinned(threadId, command.how % 2 === 0),
    )
    return `${page.name}: pin ${threadId}`
  },
  /** Runs that are on keep what they have. */
  configureAll({ world, page, command }) {
    const settings = world.addSettings({}, command.how % 4 !== 0)
    page.sessions.configure(configOf(world, settings, () => page.records[0]!))
    return `${page.name}: configure all open chats with the settings ${settings.number} (${settings.tools.length} tools)`
  },
  hide({ page }) {
    page.setHidden(!page.isHidden)
    return `${page.name}: ${page.isHidden ? 'hidden' : 'shown'}`
  },
  diskFine({ world }) {
    if (world.browser.disk === 'fine') return undefined
    world.browser.disk = 'fine'
    return 'the disk is fine'
  },
  disk({ world, command }) {
    world.browser.disk = command.how % 2 === 0 ? 'full' : 'denied'
    world.browser.wasBroken = true
    return `the disk is ${world.browser.disk}`
  },
}

/** A chat of a deleted thread is closed in the end. How calls ended that ran in it, nobody knows who restores the thread. */
function noteForgotten(world: World, threadId: string): void {
  const open = world.alive().flatMap(({ sessions }) => sessions.get(threadId)?.chat.store ?? [])
  for (const { message } of stored(world, threadId)?.nodes ?? []) {
    const isRunning = ({ metadata }: Message): boolean => metadata?.['antiphon.running'] !== undefined
    const known = open.flatMap((store) => store.getMessage(message.id) ?? [])
    if (isRunning(message) && known.every(isRunning)) world.ledger.interrupted.add(message.id)
  }
}

/** Excuses the loss of everything that was only in the memory of a page. */
function forget(world: World, page: Page): void {
  for (const given of world.ledger.texts.values())
    if (given.record.page === page && !given.wasStored)
      given.excuse ??= 'its page was closed before it was stored'
  for (const record of page.records) forgetCalls(world, record)
}

/** Forgets the decisions on calls, and the runs, from the time when the page said that they are not stored. */
function forgetCalls(world: World, record: ChatRecord): void {
  const { chat, page, threadId } = record
  const status = page.sessions.get(threadId)?.saver.getState().status
  // The app has closed it, which stores all that can be stored.
  const canStore = world.browser.disk === 'fine' && !isDeleted(world, threadId)
  if (status === 'saved' || (!status && canStore)) return
  const nodes = stored(world, threadId)?.nodes ?? []
  for (const { message } of nodes) {
    if (message.role !== 'assistant') continue
    const results = resultsOf(nodes, message)
    const begun = message.metadata?.['antiphon.running'] as number[] | undefined
    // An answer that was continued has calls which the disk does not know; continued again, it may get others in their place.
    const here = chat.store.getMessage(message.id)
    const calls = here?.role === 'assistant' ? here.tool_calls : message.tool_calls
    for (const index of calls?.keys() ?? []) {
      const key = `${message.id}/${index}`
      if (results.has(key)) continue
      const call = world.ledger.call(key)
      if (call.deniedBy === record) call.deniedBy = undefined
      for (const given of call.outside.values()) if (given.record === record) given.isTaken = 'unknown'
      // That a call begins is stored before it does, where that is possible.
      if (begun?.includes(index)) continue
      call.runs = call.runs.filter(
        (run) => run.page !== page.name || (status === 'saving' && !run.isUnstored),
      )
    }
  }
}

/** Another page in place of one that is gone, with the same threads on screen. */
async function openAgain(world: World, page: Page): Promise<void> {
  const shown = page.panes.map(({ session }) => session?.threadId)
  const next = await world.open()
  for (const [i, threadId] of shown.entries()) if (threadId) showIn(next, next.panes[i]!, threadId)
}

export const slowPageCommands: Record<string, SlowAct> = {
  /** The browser kills the page: nothing of it runs any more. */
  async crash({ world, page }) {
    await drain()
    noteStored(world)
    page.isCrashed = true
    world.kill(page)
    forget(world, page)
    await openAgain(world, page)
    return `${page.name}: crash, and again as ${world.pages.at(-1)!.name}`
  },
  /** As a reload does: the page is told, and has a moment for what it wants to store. */
  async reload({ world, page, command }) {
    page.setHidden(true)
    await drain()
    await world.scheduling.settle(command.how)
    noteStored(world)
    page.isCrashed = true
    world.kill(page)
    forget(world, page)
    await openAgain(world, page)
    return `${page.name}: reload, as ${world.pages.at(-1)!.name}`
  },
  /** The app ends its sessions, and starts over. */
  async close({ world, page, command }) {
    for (const pane of page.panes) pane.session = undefined
    for (const record of page.records)
      for (const { content } of record.chat.getState().queue)
        world.ledger.remove([{ role: 'user', content }], 'in the queue of a page that was closed')
    world.log.push(`${page.name}: close`)
    // With a disk that cannot store, closing is like a crash of the page.
    page.isCrashed = world.browser.disk !== 'fine'
    const closed = page.sessions.close()
    world.follow(`${page.name}: close`, page, closed)
    await world.scheduling.settle(command.how)
    await world.scheduling.pass(1100)
    await world.scheduling.settle(command.how)
    page.isCrashed ||= page.records.some(({ threadId }) => isDeleted(world, threadId))
    noteStored(world)
    world.kill(page)
    forget(world, page)
    const next = await world.open()
    showIn(next, next.panes[0]!, threadOf(command.at))
    return `   and again as ${next.name}`
  },
  async newTab({ world, page, command }) {
    if (world.alive().length >= 3) return undefined
    const next = await world.open()
    showIn(next, next.panes[0]!, page.panes[0]!.session?.threadId ?? threadOf(command.at))
    return `${next.name} is opened`
  },
}

/** Which texts are on the disk: from then on, no crash excuses their loss. */
export function noteStored(world: World): void {
  for (const [threadId, nodes] of world.database.nodes)
    for (const record of nodes.values()) {
      const { message, removed } = record as { message?: { content: unknown }; removed?: true }
      const given = removed ? undefined : world.ledger.given(message?.content)
      if (given && given.record.threadId === threadId) given.wasStored = true
    }
}
