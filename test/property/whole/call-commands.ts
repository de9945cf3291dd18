import type { ApprovalDecision, ChatController, MessageStore, PersonAnswer } from '@antiphon/core'
import { CALL_INDEX_KEY } from '@antiphon/core/message'
import { pick, type Act, type Place } from './commands.js'
import type { GivenResult } from './ledger.js'
import type { Page } from './page.js'
import { resultsOf } from './results.js'
import { follow, on, target, wakes, type Target } from './target.js'
import type { World } from './world.js'

/** Commands for single calls: their results from outside, and the decisions of a person about them. */
export const callCommands: Record<string, Act> = {
  addToolResult: on((place, found) => addToolResult(place, found)),
  decide: on((place, found) => decide(place, found)),
  answerQuestion: on((place, found) => answerQuestion(place, found)),
  revoke: on((place, found) =>
    follow(place, found, `${found.who}: revoke asks`, found.chat.revokeApproval('asks')),
  ),
}

function addToolResult(place: Place, found: Target): string | undefined {
  const { world, command } = place
  const { ledger } = world
  const { chat, store, who } = found
  const answers = store
    .getTree()
    .nodes.flatMap(({ message }) => (message.role === 'assistant' ? message : []))
  const keys = answers.flatMap(({ id, tool_calls = [] }) => tool_calls.map((_, i) => `${id}/${i}`))
  const outside = keys.filter((key) => nameOf(store, key) === 'outside')
  const key =
    command.how % 3 === 0 ? pick(keys, command.at) : (pick(outside, command.at) ?? pick(keys, command.at))
  if (key === undefined) return undefined
  wakes(found.record)
  const call = ledger.call(key)
  const value = `given ${key} ${call.outside.size}`
  const words = `${who}: addToolResult ${key} (${nameOf(store, key)})`
  const given: GivenResult = { record: found.record, isTaken: 'unknown' }
  call.outside.set(value, given)
  const result = (chat.addToolResult(key, value) as Promise<unknown>).then((taken) => {
    if (typeof taken === 'boolean') given.isTaken = taken
    if (taken !== true && call.timesForgotten === 0 && waitsOutside(found, key))
      world.fault('result-dropped', `${words}: it waits for a result, which was not taken`)
  })
  return follow(place, found, words, result)
}

/** A host writes the result of a call that runs into the thread. It counts, and that of the tool comes too late. */
export function writeResult({ ledger }: World, { records }: Page, key: string): string | undefined {
  const { id, index } = partsOf(key)
  const record = records.findLast(({ chat }) => chat.store.getMessage(id))
  const answer = record?.chat.store.getMessage(id)
  if (!record || answer?.role !== 'assistant') return undefined
  const { store } = record.chat
  if (resultsOf(store.getTree().nodes, answer).has(key)) return undefined
  const { outside } = ledger.call(key)
  const content = `given ${key} ${outside.size}`
  outside.set(content, { record, isTaken: 'unknown' })
  record.disturbed++
  const { id: callId } = answer.tool_calls![index]!
  const metadata = { [CALL_INDEX_KEY]: index }
  store.append({ role: 'tool', tool_call_id: callId, content, metadata }, { parent: id, between: true })
  return `${record.page.name} ${record.threadId}: writes the result of ${key}, which runs`
}

const partsOf = (key: string): { id: string; index: number } => {
  const at = key.lastIndexOf('/')
  return { id: key.slice(0, at), index: Number(key.slice(at + 1)) }
}

/** A whole call of an answer that ended, to be answered from outside, and without a result. */
function waitsOutside({ chat, store }: Target, key: string): boolean {
  const { id, index } = partsOf(key)
  const answer = store.getMessage(id)
  if (answer?.role !== 'assistant' || chat.getLiveStep(id)?.elsewhere) return false
  if (!/^(tool_calls|stop)$/.test(answer.finishReason ?? '')) return false
  // Arguments that nobody can read are answered by the run itself.
  const call = answer.tool_calls?.[index]
  if (!/^{"n":\d}$/.test(call?.function.arguments ?? '')) return false
  return nameOf(store, key) === 'outside' && !resultsOf(store.getTree().nodes, answer).has(key)
}

function nameOf(store: MessageStore, key: string): string | undefined {
  const { id, index } = partsOf(key)
  const message = store.getMessage(id)
  return message?.role === 'assistant' ? message.tool_calls?.[index]?.function.name : undefined
}

/** In the pane that was meant nobody is asked: somewhere else somebody may be. */
function elsewhere(
  place: Place,
  isAsked: (chat: ChatController) => boolean,
  act: (place: Place, found: Target) => string | undefined,
): string | undefined {
  const pane = place.page.panes.find(({ session }) => session && isAsked(session.chat))
  const found = pane && target({ ...place, pane })
  return found && act({ ...place, pane }, found)
}

function decide(place: Place, found: Target): string | undefined {
  const { world, command } = place
  const { ledger } = world
  const { chat, record, who } = found
  const open = chat.getApprovals()
  if (open.length === 0 && command.how !== 11)
    return elsewhere(place, (other) => other.getApprovals().length > 0, decide)
  const old = ledger.approvals.filter(({ threadId }) => threadId === record.threadId)
  const approval = command.how === 11 ? pick(old, command.at) : pick(open, command.at)
  if (!approval) return undefined
  wakes(record)
  const { key, callKey, argumentsText } = approval
  const call = ledger.call(callKey)
  const say = (decision: ApprovalDecision, words: string): string => {
    if (decision.type === 'allow') call.approved.add(argumentsText)
    if (decision.type === 'edit') call.changed.add(JSON.stringify(decision.arguments))
    if (decision.type === 'allow-in-chat') record.granted.add(approval.toolName)
    const isDenial = decision.type === 'deny'
    const ranBefore = call.runs.length
    const { timesForgotten } = call
    const answer = chat.decideApproval(key, decision).then(({ status }) => {
      // Its result may be gone by now: then somebody is asked again.
      if (isDenial && status === 'accepted' && call.timesForgotten === timesForgotten) call.deniedBy = record
      if (isDenial && status === 'accepted' && call.runs.length > ranBefore)
        world.fault('denied-ran', `${callKey} was denied, and ran all the same`)
    })
    return follow(place, found, `${who}: ${words} ${callKey} ${argumentsText}`, answer)
  }
  const { how } = command
  if (how <= 3 || how === 11) return say({ type: 'allow' }, 'allow')
  if (how === 4) return say({ type: 'allow-in-chat' }, 'allow in this chat')
  if (how === 5) return say({ type: 'deny' }, 'deny')
  if (how === 6) return say({ type: 'deny', reason: 'no' }, 'deny with a reason')
  if (how === 7) return say({ type: 'edit', arguments: { n: 7 } }, 'change to 7')
  if (how === 8) return say({ type: 'edit', arguments: { n: 'x' } }, 'change badly')
  say({ type: 'allow' }, 'allow')
  return how === 9 ? say({ type: 'deny' }, 'deny at once') : say({ type: 'allow' }, 'allow again')
}

const questionsOf = (chat: ChatController) => chat.getState().questions ?? []

/** Answers the question of a running call as a person may: also twice, too late, or with what does not fit. */
function answerQuestion(place: Place, found: Target): string | undefined {
  const { world, command } = place
  const { chat, record, who } = found
  const { how } = command
  const open = questionsOf(chat)
  if (open.length === 0 && how !== 9)
    return elsewhere(place, (other) => questionsOf(other).length > 0, answerQuestion)
  for (const { key, callKey } of open)
    if (!record.questions.has(key)) record.questions.set(key, { callKey, given: new Set(), isTaken: false })
  const key = how === 9 ? pick([...record.questions.keys()], command.at) : pick(open, command.at)?.key
  if (key === undefined) return undefined
  const isForm = open.some((one) => one.key === key && one.question.type === 'form')
  const log = record.questions.get(key)!
  const say = (answer: PersonAnswer): string => {
    const isBad = isForm && answer.type === 'accept' && typeof answer.content?.['n'] !== 'number'
    log.given.add(JSON.stringify(answer))
    const result = chat.answerQuestion(key, answer).then(({ status }) => {
      if (status === 'accepted' && isBad) world.fault('bad-answer', `${key} took ${JSON.stringify(answer)}`)
      if (status === 'invalid' && !isBad)
        world.fault('good-answer', `${key} refused ${JSON.stringify(answer)}`)
      if (status === 'accepted' && log.isTaken) world.fault('answered-twice', `${key} took two answers`)
      if (status === 'accepted') log.isTaken = true
    })
    return follow(place, found, `${who}: answer ${key} with ${JSON.stringify(answer)}`, result)
  }
  if (how === 6) return say({ type: 'accept', content: { n: 'x' } })
  if (how === 7) return say({ type: 'decline' })
  if (how === 8) return say({ type: 'cancel' })
  const words = say({ type: 'accept', content: { n: how } })
  if (how === 10) return say({ type: 'accept', content: { n: 20 } })
  return how === 11 ? say({ type: 'decline' }) : words
}
