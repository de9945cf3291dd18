import * as fc from 'fast-check'
import type { GateWord } from './gate.js'
import type { Page, Pane } from './page.js'
import type { StopWord } from './stop-when.js'
import type { Setup, World } from './world.js'

/** One thing that somebody does, as plain data. Numbers choose among what is there at that moment. */
export interface Command {
  do: string
  /** Which tab, and which pane of it. */
  tab: number
  pane: number
  /** The target of the command: 0 is the youngest. */
  at: number
  /** How it is done, where there are several ways. */
  how: number
  /** Where: at once, inside the next listener of the thread that is called, or inside the next function of the host. */
  inside: 'now' | 'listener' | 'host'
  /** Events that may happen before the next command. `no-news`: all, but no tab gets messages of another. */
  next: 'nothing' | 'promises' | 'little' | 'no-news' | 'all'
}

/** Where a command is carried out. */
export interface Place {
  world: World
  page: Page
  pane: Pane
  command: Command
}

/** Carries a command out, at once. Returns what it was, in words; undefined when there was nothing to do it to. */
export type Act = (place: Place) => string | undefined
/** The same for what takes its time. */
export type SlowAct = (place: Place) => Promise<string | undefined>

/** Picks one of a list, counted from its end. */
export function pick<T>(list: readonly T[], at: number): T | undefined {
  return list.length === 0 ? undefined : list[list.length - 1 - (at % list.length)]
}

/** Names of commands by how often they are drawn. */
const WEIGHTS: Record<string, number> = {
  send: 12,
  unqueue: 2,
  sendQueued: 3,
  stop: 5,
  retry: 4,
  regenerate: 4,
  edit: 6,
  continue: 6,
  addToolResult: 8,
  decide: 22,
  decideTwice: 2,
  revoke: 1,
  answerQuestion: 14,
  configure: 5,
  configureAll: 1,
  activate: 8,
  remove: 3,
  removeTurn: 3,
  undoRemoval: 3,
  setSystemPrompt: 2,
  feedback: 2,
  clearError: 1,
  reset: 2,
  append: 1,
  setTree: 1,
  system: 1,
  readVersions: 1,
  open: 3,
  show: 5,
  leave: 1,
  delete: 2,
  restore: 3,
  rename: 1,
  pin: 1,
  hide: 2,
  crash: 1,
  reload: 2,
  close: 1,
  newTab: 4,
  disk: 1,
  diskFine: 3,
  pass: 7,
  text: 6,
  answer: 12,
  calls: 14,
  turn: 20,
  inquiry: 6,
  cut: 2,
  fail: 2,
  again: 2,
  toolEnds: 8,
  step: 5,
  settle: 3,
}

const weighted = <T>(...list: [number, T][]): fc.Arbitrary<T> =>
  fc.oneof(...list.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })))

/** Any command, at any moment: nothing here asks whether it makes sense. */
export const command: fc.Arbitrary<Command> = fc.record({
  do: weighted(...Object.entries(WEIGHTS).map(([name, weight]): [number, string] => [weight, name])),
  tab: weighted([4, 0], [2, 1], [1, 2]),
  pane: weighted([3, 0], [1, 1]),
  at: fc.oneof({ weight: 3, arbitrary: fc.nat(3) }, { weight: 1, arbitrary: fc.nat(30) }),
  how: fc.nat(11),
  inside: weighted<Command['inside']>([30, 'now'], [1, 'listener'], [1, 'host']),
  next: weighted<Command['next']>([6, 'all'], [2, 'no-news'], [2, 'promises'], [2, 'little'], [1, 'nothing']),
})

const maybe = <T>(without: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: without, arbitrary: fc.constant(undefined) }, { weight: 2, arbitrary })

/** Settings of all chats of a sequence. */
export const setup: fc.Arbitrary<Setup> = fc.record({
  settings: fc.record(
    {
      steering: fc.constant('after-answer' as const),
      toolExecution: fc.constant('sequential' as const),
      maxSteps: fc.constant(2),
    },
    { requiredKeys: [] },
  ),
  // Most sequences do without: a call that is refused, or a run that ends, is one less that tabs can meet over.
  plan: maybe(
    4,
    fc.record({
      gate: maybe(
        1,
        fc.array(
          weighted<GateWord>(
            [8, 'allow'],
            [2, 'silent'],
            [3, 'deny'],
            [2, 'reason'],
            [3, 'change'],
            [1, 'spoil'],
            [4, 'late'],
            [1, 'throw'],
            [1, 'reject'],
            [1, 'no list'],
          ),
          { minLength: 1, maxLength: 6 },
        ),
      ),
      stop: maybe(
        1,
        fc.array(weighted<StopWord>([4, 'go on'], [3, 'stop'], [1, 'throw']), { minLength: 1, maxLength: 4 }),
      ),
    }),
  ),
})
