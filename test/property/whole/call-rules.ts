import type { Message, PersonAnswer } from '@antiphon/core'
import { checkPassed } from './gate.js'
import { wantsPerson } from './tools.js'
import type { World } from './world.js'

/** Checks the rules for a tool that is executed: `settings` are those that it belongs to. Returns the text of its result. */
export function beginCall(
  world: World,
  settings: number,
  name: string,
  callKey: string,
  args: { n: number },
): string {
  const page = world.pages.find((one) => one.name === world.scheduling.page)!
  const text = JSON.stringify(args)
  world.log.push(`   ${page.name}: tool ${name} runs ${callKey} with ${text}`)
  const call = world.ledger.call(callKey)
  if (!page.isAlive) world.fault('dead-page-runs', `${callKey} ran on ${page.name}, which is gone`)
  if (call.runs.length > 0 && call.timesForgotten === 0)
    world.fault('ran-twice', `${callKey} ran before, on ${call.runs[0]!.page}`)
  if (call.deniedBy) world.fault('denied-ran', `${callKey} was denied, and yet it runs`)
  if (call.isSettled) world.fault('answered-ran', `${callKey} had its result, and yet it runs`)
  for (const [value, { isTaken }] of call.outside)
    if (isTaken === true)
      world.fault('answered-ran', `${callKey} was answered with ${value}, and yet it runs`)
  const isGranted = page.records.some((record) => record.granted.has(name))
  if (wantsPerson(name, args) && !call.approved.has(text) && !isGranted)
    world.fault('unapproved-ran', `${callKey} ran with ${text}, which nobody allowed`)
  checkPassed(world, call, callKey, { page: page.name, settings })
  const record = page.records.findLast(({ chat }) => chat.store.getMessage(answerOf(callKey)))
  checkArguments(world, settings, { callKey, text, answer: record?.chat.store.getMessage(answerOf(callKey)) })
  const saver = record && page.sessions.get(record.threadId)?.saver
  const isUnstored = saver?.getState().status === 'memory-only'
  call.runs.push({ page: page.name, name, args: text, isUnstored })
  for (const act of world.inHost.splice(0)) act()
  return `ran ${callKey}`
}

/** Checks the rules for the answer of a person that reaches the call that asked. */
export function takeAnswer(world: World, callKey: string, answer: PersonAnswer): void {
  world.counts.told++
  const page = world.pages.find((one) => one.name === world.scheduling.page)!
  const given = page.records.flatMap(({ questions }) => [...questions.values()])
  if (!given.some((one) => one.callKey === callKey && one.given.has(JSON.stringify(answer))))
    world.fault('other-answer', `${callKey} was told ${JSON.stringify(answer)}, which nobody had answered`)
}

const answerOf = (callKey: string): string => callKey.slice(0, callKey.lastIndexOf('/'))

/** The arguments are those of the call, of the gate, or of a person, who has the last word. */
function checkArguments(
  world: World,
  settings: number,
  { callKey, text, answer }: { callKey: string; text: string; answer: Message | undefined },
): void {
  const { gate, changed } = world.ledger.call(callKey)
  const own =
    answer?.role === 'assistant'
      ? answer.tool_calls?.[Number(callKey.slice(callKey.lastIndexOf('/') + 1))]
      : undefined
  if (!own) return
  const gated = world.settings[settings]!.plan.gate && gate?.args
  const wanted = gated ?? JSON.stringify(JSON.parse(own.function.arguments))
  if (text !== wanted && !changed.has(text))
    world.fault('other-arguments', `${callKey} runs with ${text} in place of ${wanted}`)
}
