import type { ApprovalDecision, Chat, MessageStore, Tool } from '@antiphon/core'
import { pick, type Act, type Place } from './commands.js'
import type { GivenResult } from './ledger.js'
import type { ChatRecord } from './page.js'
import { resultsOf } from './results.js'
import { isPromised } from './world.js'

/** The chat that a pane shows. */
interface Target {
  record: ChatRecord
  chat: Chat
  store: MessageStore
  /** Words for the log. */
  who: string
}

function target({ world, page, pane }: Place): Target | undefined {
  if (!pane.session) return undefined
  const { chat } = pane.session
  const record = world.recordOf(chat)
  return { record, chat, store: chat.store, who: `${page.name} ${record.threadId}` }
}

const on =
  (act: (place: Place, target: Target) => string | undefined): Act =>
  (place) => {
    const found = target(place)
    return found && act(place, found)
  }

/** Asks for something: a stop is over, and what waits may go elsewhere now. */
const asks = (record: ChatRecord): void => {
  record.isStopped = false
  record.isTurning = true
  record.disturbed++
}

/** Any id that the thread ever had; mostly one of the role that the command is for. */
function anyId({ world, command }: Place, { record, store }: Target, role: string): string | undefined {
  const ids = [...world.ledger.ids(record.threadId)]
  const fitting = ids.filter((id) => store.getMessage(id)?.role === role)
  return command.how % 4 === 3 ? pick(ids, command.at) : (pick(fitting, command.at) ?? pick(ids, command.at))
}

/** Where a message that is sent now has to hang; undefined where several places are right. */
function anchorOf({ pane }: Place, { chat, store, record }: Target): string | null | undefined {
  const { status, queue } = chat.getState()
  const tail = store.getIds().at(-1)
  if (record.isTurning || !pane.session!.saver.getState().isLoaded) return undefined
  // At the top of an empty thread older messages come first.
  if (status === 'ready' || status === 'error') return tail ?? (queue.length > 0 ? undefined : null)
  const isOwn = (id: string): boolean =>
    chat.getLiveStep(id)?.elsewhere === undefined && !!chat.getLiveStep(id)
  const live = store.getTree().nodes.findLast(({ message }) => isOwn(message.id))?.message.id
  if (live === undefined) return undefined
  return store.getIds().includes(live) ? live : tail
}

const give = (place: Place, found: Target, by: 'send' | 'edit'): string => {
  const { ledger } = place.world
  const text = ledger.newText()
  ledger.texts.set(text, {
    text,
    number: ledger.texts.size,
    by,
    record: found.record,
    anchor: by === 'send' ? anchorOf(place, found) : undefined,
    disturbed: found.record.disturbed,
    wasStored: false,
  })
  return text
}

const follow = (
  { world, page }: Place,
  { record }: Target,
  words: string,
  result: unknown,
  text?: string,
): string => {
  const order = world.follow(words, page, result as Promise<unknown> | undefined, record)
  if (text !== undefined) world.ledger.texts.get(text)!.order = order
  return words
}

export const chatCommands: Record<string, Act> = {
  send: on((place, found) => {
    found.record.isStopped = false
    const text = give(place, found, 'send')
    const words = `${found.who}: send ${text}`
    return follow(place, found, words, settles(place, text, found.chat.send(text)), text)
  }),
  edit: on((place, found) => {
    const id = anyId(place, found, 'user')
    if (id === undefined) return undefined
    asks(found.record)
    const isThere = found.store.getMessage(id)?.role === 'user'
    const text = give(place, found, 'edit')
    const given = place.world.ledger.texts.get(text)!
    if (isThere) given.anchor = found.store.getParent(id) ?? null
    else given.excuse = 'an edit of a message that is not there'
    given.disturbed = found.record.disturbed
    given.target = id
    const words = `${found.who}: edit ${id} to ${text}`
    return follow(place, found, words, settles(place, text, found.chat.edit(id, text)), text)
  }),
  unqueue: on(({ world, command }, { chat, who }) => {
    const { queue } = chat.getState()
    const message = pick(queue, command.at)
    chat.unqueue(message?.id ?? 'gone')
    if (!message) return undefined
    world.ledger.remove([{ role: 'user', content: message.content }], 'taken out of the queue')
    return `${who}: unqueue ${String(message.content)}`
  }),
  sendQueued: on((place, found) => {
    const { sendQueued } = found.chat as Chat & { sendQueued?: () => Promise<void> }
    if (!sendQueued) return undefined
    asks(found.record)
    return follow(place, found, `${found.who}: sendQueued`, sendQueued())
  }),
  stop: on((_, { chat, store, record, who }) => {
    const isOwn = store.getTree().nodes.some(({ message }) => {
      const step = chat.getLiveStep(message.id)
      return step && !step.elsewhere
    })
    const isRunning = /submitted|streaming/.test(chat.getState().status)
    record.disturbed++
    if (isOwn && isRunning) record.isStopped = true
    chat.stop()
    return `${who}: stop`
  }),
  retry: on((place, found) => {
    asks(found.record)
    const id = place.command.how % 3 === 0 ? undefined : anyId(place, found, 'assistant')
    return follow(place, found, `${found.who}: retry ${id ?? 'the last'}`, found.chat.retry(id))
  }),
  regenerate: on((place, found) => {
    asks(found.record)
    const id = place.command.how % 3 === 0 ? undefined : anyId(place, found, 'assistant')
    return follow(place, found, `${found.who}: regenerate ${id ?? 'the last'}`, found.chat.regenerate(id))
  }),
  continue: on((place, found) => {
    asks(found.record)
    const id = place.command.how % 3 === 0 ? undefined : anyId(place, found, 'assistant')
    return follow(place, found, `${found.who}: continue ${id ?? 'the end'}`, found.chat.continue(id))
  }),
  addToolResult: on((place, found) => addToolResult(place, found)),
  decide: on((place, found) => decide(place, found)),
  revoke: on((place, found) =>
    follow(place, found, `${found.who}: revoke asks`, found.chat.revokeApproval('asks')),
  ),
  configure: on(({ world, command: { how } }, { chat, who }) => {
    const tools: readonly Tool[] = how % 3 === 0 ? [] : world.tools
    chat.configure(how % 4 === 3 ? { model: `model ${how}` } : { tools })
    return `${who}: configure ${how % 4 === 3 ? 'another model' : `${tools.length} tools`}`
  }),
}

/** What was refused, with an error that is promised, is nowhere. */
function settles({ world }: Place, text: string, result: Promise<void>): Promise<void> {
  return result.catch((error: unknown) => {
    const given = world.ledger.texts.get(text)!
    if (isPromised(error, given.record)) given.excuse ??= 'refused'
    throw error
  })
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
  found.record.isStopped = false
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

/** A whole call of an answer that ended, to be answered from outside, and without a result. */
function waitsOutside({ chat, store }: Target, key: string): boolean {
  const id = key.slice(0, key.lastIndexOf('/'))
  const answer = store.getMessage(id)
  if (answer?.role !== 'assistant' || chat.getLiveStep(id)?.elsewhere) return false
  if (!/^(tool_calls|stop)$/.test(answer.finishReason ?? '')) return false
  // Arguments that nobody can read are answered by the run itself.
  const call = answer.tool_calls?.[Number(key.slice(key.lastIndexOf('/') + 1))]
  if (!/^{"n":\d}$/.test(call?.function.arguments ?? '')) return false
  return nameOf(store, key) === 'outside' && !resultsOf(store.getTree().nodes, answer).has(key)
}

function nameOf(store: MessageStore, key: string): string | undefined {
  const at = key.lastIndexOf('/')
  const message = store.getMessage(key.slice(0, at))
  return message?.role === 'assistant'
    ? message.tool_calls?.[Number(key.slice(at + 1))]?.function.name
    : undefined
}

/** In the pane that was meant nobody is asked: somewhere else somebody may be. */
function elsewhere(place: Place): string | undefined {
  const pane = place.page.panes.find(({ session }) => session && session.chat.getApprovals().length > 0)
  const found = pane && target({ ...place, pane })
  return found && decide({ ...place, pane }, found)
}

function decide(place: Place, found: Target): string | undefined {
  const { world, command } = place
  const { ledger } = world
  const { chat, record, who } = found
  const open = chat.getApprovals()
  if (open.length === 0 && command.how !== 11) return elsewhere(place)
  const old = ledger.approvals.filter(({ threadId }) => threadId === record.threadId)
  const approval = command.how === 11 ? pick(old, command.at) : pick(open, command.at)
  if (!approval) return undefined
  record.isStopped = false
  const { key, callKey, argumentsText } = approval
  const call = ledger.call(callKey)
  const say = (decision: ApprovalDecision, words: string): string => {
    if (decision.type === 'allow') call.approved.add(argumentsText)
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
