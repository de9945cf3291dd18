import type { ChatConfig } from '@antiphon/core'
import type { ChatRecord } from './page.js'
import { resultsOf } from './results.js'
import { settingsOf } from './settings.js'
import { ancestors } from './tree-rules.js'
import type { World } from './world.js'

/** Results of `stopWhen` after a round of tools. */
export type StopWord = 'go on' | 'stop' | 'throw'
type StopWhen = NonNullable<ChatConfig['stopWhen']>
type Round = Parameters<StopWhen>[0]

/** The error of a `stopWhen` that throws: it is that of the order, whose run has failed. */
export const STOP_ERROR = 'stopWhen does not know.'

/** A `stopWhen` that says one word after the other of its plan. */
export function createStopWhen(
  world: World,
  settings: number,
  plan: readonly StopWord[],
  record: () => ChatRecord,
): StopWhen {
  let asked = 0
  return (round) => {
    const word = plan[asked++ % plan.length]!
    const own = record()
    world.log.push(`   ${own.page.name}: stopWhen ${settings} after step ${round.step}: ${word}`)
    checkRound(world, own, settings, round)
    if (word === 'go on') {
      // The next answer is there before anything else happens.
      own.goesOnWith = settings
      queueMicrotask(() => (own.goesOnWith = undefined))
    } else own.endsAt = round.messages.at(-1)?.id
    for (const act of world.inHost.splice(0)) act()
    if (word === 'throw') {
      world.counts.stopThrew++
      throw new Error(STOP_ERROR)
    }
    if (word === 'stop') world.counts.stopped++
    return word === 'stop'
  }
}

/** It gets whole rounds, each with the branch as it is, and by the run that has these settings. */
function checkRound(world: World, record: ChatRecord, settings: number, { step, messages }: Round): void {
  const { chat, page, threadId } = record
  const wrong = (kind: string, words: string): void =>
    world.fault(kind, `${page.name} ${threadId}: stopWhen ${settings} after step ${step} ${words}`)
  if (!page.isAlive) wrong('dead-page-asks', 'is asked on a page that is gone')
  if (record.isStopped) wrong('asks-after-stop', 'is asked after a stop')
  const last = messages.at(-1)
  const owner = messages.findLast(({ role }) => role !== 'tool')
  if (last?.role !== 'tool' || owner?.role !== 'assistant') return wrong('round', 'has no results at its end')
  const path = [...ancestors(chat.store, last.id), last.id]
  if (path.join() !== messages.map(({ id }) => id).join()) wrong('round', 'has another branch')
  const open = (owner.tool_calls?.length ?? 0) - resultsOf(chat.store.getTree().nodes, owner).size
  if (open > 0) wrong('round', `has ${open} calls without a result`)
  const maxSteps = chat.getConfig().maxSteps ?? 8
  if (!Number.isInteger(step) || step < 0 || step > maxSteps) wrong('round', `is beyond ${maxSteps} steps`)
  // A round that was resumed may be of an answer that had other settings.
  if (step > 0 && settingsOf(world, owner.model)?.number !== settings)
    wrong('mixed-settings', `is of another run than ${owner.id}, an answer of ${owner.model}`)
}

/** Nothing follows the round that `stopWhen` ended until somebody asks for it. */
export function checkEnded(
  record: ChatRecord,
  lastId: string | undefined,
  wrong: (kind: string, words: string) => void,
): void {
  if (lastId !== undefined && lastId === record.endsAt)
    wrong('asks-after-end', `goes on at ${lastId}, where stopWhen ended the run, and nobody asked for it`)
}
