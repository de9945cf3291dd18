import { isNews } from './browser.js'
import { callCommands, writeResult } from './call-commands.js'
import { chatCommands } from './chat-commands.js'
import { pick, type Place, type SlowAct } from './commands.js'
import { slowPageCommands } from './page-commands.js'
import { showIn } from './page.js'
import type { CallPlan, Exchange } from './transport.js'

const NAMES = [
  'fine',
  'asks',
  'slow',
  'outside',
  'asks-slow',
  'asks-some',
  'throws',
  'inquires',
  'hangs',
  'missing',
]
/** Ids repeat, also within one answer, and are empty. */
const IDS = ['call_0', 'call_1', '', 'call_0']
const ARGS = [1, 2, 3, 1, 2, 1, 2, 3, 1].map((n) => JSON.stringify({ n })).concat('{"n":"x"}', '{"n":', '')
const SPANS = [1_100, 60, 3_100, 11_000]

/** Makes the calls of a model from two numbers. */
function callsOf(at: number, how: number): CallPlan[] {
  return Array.from({ length: 1 + (how % 3) }, (_, i) => ({
    name: NAMES[(at + i * (1 + how)) % NAMES.length]!,
    args: ARGS[(at * 3 + how * i + Math.floor(how / 3)) % ARGS.length]!,
    id: how % 4 === 3 ? IDS[(at + i) % IDS.length]! : `call_${i}`,
  }))
}

const inWords = (calls: readonly CallPlan[]): string =>
  calls.map(({ name, args, id }) => `${name}(${args}) as "${id}"`).join(', ')

const onExchange =
  (act: (exchange: Exchange, at: number, how: number) => string): SlowAct =>
  async ({ world, command: { at, how } }) => {
    // Mostly one that somebody waits for; at times one that was given up, and answers late.
    const alive = new Set(world.alive().map(({ name }) => name))
    const open = world.exchanges.filter(({ phase, page }) => phase !== 'ended' && alive.has(page))
    const live = open.filter((exchange) => exchange.isLive())
    const exchange = how === 10 ? pick(open, at) : pick(live, at)
    if (!exchange) return undefined
    await world.scheduling.enter(exchange.page)
    return `model ${exchange.number}: ${act(exchange, at, how)}`
  }

async function turn(place: Place, calls: readonly CallPlan[]): Promise<string | undefined> {
  const asked = chatCommands['send']!(place)
  if (!asked) return undefined
  const { world, page, command } = place
  await world.scheduling.settle(command.how)
  const exchange = world.exchanges.findLast((one) => one.page === page.name && one.isLive())
  if (!exchange) return asked
  await world.scheduling.enter(page.name)
  exchange.calls(calls)
  exchange.finish('tool_calls')
  return `${asked}, answered with ${inWords(calls)}`
}

/** A call that asks is at rest in two tabs: the one that was answered with it was reloaded, and another one shows the thread too. */
async function askInTwoTabs(place: Place): Promise<string> {
  const { world, page, pane, command } = place
  const threadId = pane.session?.threadId
  if (threadId === undefined || pane.session!.chat.getApprovals().length > 0) return ''
  const asked = await turn(place, [
    { name: 'asks', args: JSON.stringify({ n: 1 + (command.how % 3) }), id: 'call_8' },
  ])
  await world.scheduling.settle(command.how)
  if (world.alive().length < 3) showIn(await world.open(), world.pages.at(-1)!.panes[0]!, threadId)
  await world.scheduling.enter(page.name)
  const reloaded = await slowPageCommands['reload']!(place)
  await world.scheduling.settle(command.how)
  return `${asked}, ${reloaded}; `
}

const finishes = ['stop', 'stop', 'stop', 'length', null]

/** The model at the other end, tools that take their time, the disk, and the clock. */
export const outsideCommands: Record<string, SlowAct> = {
  text: onExchange((exchange) => {
    exchange.text(`says ${exchange.number} `)
    return 'a piece of text'
  }),
  answer: onExchange((exchange, _, how) => {
    const finish = finishes[how % finishes.length]!
    exchange.text(`says ${exchange.number}.`)
    exchange.finish(finish)
    return `text, and finish ${finish}`
  }),
  calls: onExchange((exchange, at, how) => {
    const calls = callsOf(at, how)
    exchange.calls(calls)
    const finish = how === 11 ? 'length' : 'tool_calls'
    exchange.finish(finish)
    return `calls ${inWords(calls)}, finish ${finish}`
  }),
  /** A question that is answered with calls: what most else is about. */
  turn: (place) => turn(place, callsOf(place.command.at, place.command.how % 9)),
  /** The same, and the first call asks something itself. */
  inquiry(place) {
    const { at, how } = place.command
    const args = JSON.stringify({ n: how % 2 === 0 ? 1 : 3 })
    return turn(place, [{ name: 'inquires', args, id: 'call_9' }, ...callsOf(at, how % 2)])
  },
  /** Two tabs that show one question are answered one after the other, and the second does not know of the first answer. */
  async decideTwice(place) {
    const { world, command } = place
    const staged = await askInTwoTabs(place)
    const [first, second] = world
      .alive()
      .flatMap((page) => page.panes.find(({ session }) => session?.chat.getApprovals().length) ?? [])
      .map((pane) => ({ page: world.alive().find(({ panes }) => panes.includes(pane))!, pane }))
    const decide = async (at: typeof first): Promise<string> => {
      if (!at) return 'nothing'
      await world.scheduling.enter(at.page.name)
      return callCommands['decide']!({ world, ...at, command }) ?? 'nothing'
    }
    const words = await decide(first)
    await world.scheduling.settle(command.how, isNews)
    return `${staged}${words}, then ${await decide(second)}`
  },
  cut: onExchange((exchange, at, how) => {
    if (how % 2 === 0) exchange.calls(callsOf(at, how))
    exchange.cut()
    return how % 2 === 0 ? 'calls, and the end of the connection' : 'the end of the connection'
  }),
  fail: onExchange((exchange) => {
    const words = exchange.phase === 'asked' ? 'a refusal' : 'a broken connection'
    exchange.fail()
    return words
  }),
  again: onExchange((exchange) => {
    exchange.again()
    return 'the last piece once more'
  }),
  async toolEnds({ world, command }) {
    const wait = pick(world.waits, command.at)
    if (!wait) return undefined
    await world.scheduling.enter(wait.page.name)
    const words = command.how % 3 === 0 ? writeResult(world, wait.page, wait.what) : undefined
    wait.end()
    return `${words ? `${words}; ` : ''}${wait.what} ends`
  },
  async pass({ world, command }) {
    const ms = SPANS[command.how % SPANS.length]!
    await world.scheduling.pass(ms)
    return `${ms} ms pass`
  },
  async step({ world, command }) {
    if (world.scheduling.lanes() === 0) return undefined
    await world.scheduling.step(command.at)
    return 'one thing that was pending happens'
  },
  async settle({ world, command }) {
    if (world.scheduling.lanes() === 0) return undefined
    await world.scheduling.settle(command.how)
    return 'all that was pending happens'
  },
}
