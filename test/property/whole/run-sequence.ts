import { callCommands } from './call-commands.js'
import { chatCommands } from './chat-commands.js'
import { type Act, type Command, type Place, type SlowAct } from './commands.js'
import { finish } from './finale.js'
import { outsideCommands } from './outside-commands.js'
import { pageCommands, slowPageCommands, noteStored } from './page-commands.js'
import { showIn } from './page.js'
import { checkQuiet, checkRest, checkTexts, isQuiet } from './rest-rules.js'
import { drain } from './scheduling.js'
import { checkSnapshots } from './snapshots.js'
import { storeCommands } from './store-commands.js'
import { isNews } from './browser.js'
import { createWorld, type Counts, type Fault, type Setup, type World } from './world.js'

export interface Outcome {
  fault?: Fault
  /** The steps of the sequence, in words. */
  log: readonly string[]
  /** Counts of what happened: a test in which nothing happens proves nothing. */
  counts: Counts & Record<'requests' | 'calls' | 'decisions' | 'pages', number>
}

const acts: Record<string, Act> = { ...chatCommands, ...callCommands, ...storeCommands, ...pageCommands }
const slowActs: Record<string, SlowAct> = { ...slowPageCommands, ...outsideCommands }

/** Carries a sequence out in a world of its own, and says what was wrong first. */
export async function runSequence(
  commands: readonly Command[],
  setup: Setup,
  /** Faults that are known, by kind: the sequence goes on after them. */
  known: ReadonlySet<string> = new Set(),
): Promise<Outcome> {
  const world = createWorld(setup)
  const isWrong = (): boolean => {
    for (let i = world.faults.length - 1; i >= 0; i--)
      if (known.has(world.faults[i]!.kind)) world.faults.splice(i, 1)
    return world.faults.length > 0
  }
  try {
    const first = await world.open()
    showIn(first, first.panes[0]!, 't0')
    await world.scheduling.settle(0)
    for (const command of commands) {
      await carryOut(world, command)
      await settleAfter(world, command)
      if (isWrong()) break
    }
    if (!isWrong()) await finish(world, isWrong)
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    const kind = /^([a-z-]+): /.exec(words)?.[1] ?? 'threw'
    world.fault(kind, error instanceof Error ? (error.stack ?? words) : words)
  } finally {
    for (const page of world.alive()) world.kill(page)
    await drain()
    world.close()
  }
  isWrong()
  const calls = [...world.ledger.calls.values()]
  const counts = {
    requests: world.exchanges.length,
    calls: calls.filter(({ runs }) => runs.length > 0).length,
    decisions: calls.filter(({ approved, deniedBy }) => approved.size > 0 || deniedBy).length,
    pages: world.pages.length,
    ...world.counts,
  }
  return { fault: world.faults[0], log: world.log.filter(Boolean), counts }
}

async function carryOut(world: World, command: Command): Promise<void> {
  const placed = (): Place => {
    const pages = world.alive()
    const running = pages.find(({ name }) => name === world.scheduling.page)
    const page = command.inside === 'now' ? pages[command.tab % pages.length]! : (running ?? pages[0]!)
    const wanted = page.panes[command.pane % page.panes.length]!
    const shows = wanted.session ? wanted : page.panes.find(({ session }) => session)
    // Showing a thread may use an empty pane; every other command needs a pane with a thread.
    return { world, page, pane: command.do === 'show' ? wanted : (shows ?? wanted), command }
  }
  const pages = world.alive()
  await world.scheduling.enter(pages[command.tab % pages.length]!.name)
  const slow = slowActs[command.do]
  if (slow) {
    const words = await slow(placed())
    if (words) world.log.push(words)
    return
  }
  const act = (inside: string): void => {
    const at = world.log.push('') - 1
    try {
      const words = acts[command.do]!(placed())
      world.log[at] = words ? `${inside}${words}` : ''
    } catch (error) {
      world.fault('threw', `${command.do} threw ${String((error as Error)?.stack ?? error)}`)
    }
  }
  if (command.inside === 'now') return act('')
  if (command.inside === 'host') {
    world.inHost.push(() => act('   in a function of the host: '))
    return
  }
  const store = pages[command.tab % pages.length]!.panes[command.pane]?.session?.chat.store
  if (!store) return
  const stop = store.subscribe(() => {
    stop()
    world.inListener.delete(stop)
    act('   in a listener: ')
  })
  world.inListener.add(stop)
}

/** Lets events happen before the next command, and checks the rules that must hold then. */
async function settleAfter(world: World, { next, how }: Command): Promise<void> {
  if (next === 'nothing') return
  await drain()
  if (next === 'little') for (let i = 0; i < 1 + (how % 3); i++) await world.scheduling.step(how + i)
  if (next === 'no-news') await world.scheduling.settle(how, isNews)
  if (next === 'all') await world.scheduling.settle(how)
  checkSnapshots(world)
  if (world.scheduling.lanes() > 0) return
  noteStored(world)
  checkRest(world)
  checkTexts(world)
  if (isQuiet(world)) checkQuiet(world)
}
