import type { ChatController } from '@antiphon/core'
import { pick, type Act, type Place } from './commands.js'
import { contentOf, textOf, reuse } from './content.js'
import type { GivenText } from './ledger.js'
import { configOf, settingsOf } from './settings.js'
import { asks, follow, on, type Target } from './target.js'
import { ancestors, isNotice } from './tree-rules.js'
import { isRefusal } from './world.js'

/** Any id that the thread ever had; mostly one of the role that the command is for. */
function anyId({ world, command }: Place, { record, store }: Target, role: string): string | undefined {
  const ids = [...world.ledger.ids(record.threadId)]
  const fitting = ids.filter((id) => store.getMessage(id)?.role === role)
  return command.how % 4 === 3 ? pick(ids, command.at) : (pick(fitting, command.at) ?? pick(ids, command.at))
}

/** Where a message that is sent now has to hang; undefined where several places are right. */
function anchorOf({ pane }: Place, { chat, store, record }: Target): string | null | undefined {
  const { status, queue } = chat.getState()
  // A notice goes when another tab goes on at the limit.
  const last = store.getMessages().findLast((message) => !isNotice(message))?.id
  // A system prompt may be another one by then.
  const tail = store.getMessage(last ?? '')?.role === 'system' ? undefined : last
  if (record.isTurning || !pane.session!.saver.getState().isLoaded) return undefined
  // At the top of an empty thread older messages come first.
  if (status === 'ready' || status === 'error') return tail ?? (queue.length > 0 ? undefined : null)
  const isOwn = (id: string): boolean =>
    chat.getLiveStep(id)?.elsewhere === undefined && !!chat.getLiveStep(id)
  const live = store.getTree().nodes.findLast(({ message }) => isOwn(message.id))?.message.id
  if (live === undefined) return undefined
  return store.getIds().includes(live) ? live : tail
}

const give = (place: Place, found: Target, by: 'send' | 'edit'): GivenText => {
  const { ledger } = place.world
  const { at, how } = place.command
  const text = ledger.newText()
  const content = contentOf(text, at * 5 + how)
  if (typeof content !== 'string') place.world.counts.attached++
  const given: GivenText = {
    text,
    content,
    number: ledger.texts.size,
    by,
    record: found.record,
    disturbed: found.record.disturbed,
    wasStored: false,
  }
  if (by === 'send') hangBehind(given, found, anchorOf(place, found))
  ledger.texts.set(text, given)
  return given
}

/** Notes where the text has to hang, and what takes that place along when it goes. */
function hangBehind(given: GivenText, { store }: Target, anchor: string | null | undefined): void {
  given.anchor = anchor
  if (typeof anchor !== 'string') return
  const role = store.getMessage(anchor)?.role
  if (role === 'assistant') given.anchorOwner = store.getParent(anchor)
  if (role === 'tool')
    given.anchorOwner = ancestors(store, anchor).findLast((id) => store.getMessage(id)?.role === 'assistant')
}

/** Hands it over, as a copy that is changed right after that. A text that was refused, with an error that is promised, is nowhere. */
function handOver(
  place: Place,
  found: Target,
  words: string,
  given: GivenText,
  to: (content: GivenText['content']) => Promise<void>,
): string {
  const content = structuredClone(given.content)
  const result = to(content).catch((error: unknown) => {
    if (isRefusal(error, given.record)) given.excuse ??= 'refused'
    throw error
  })
  reuse(content)
  const attached = typeof content === 'string' ? '' : ' with attachments'
  return follow(place, found, `${words} ${given.text}${attached}`, result, given)
}

export const chatCommands: Record<string, Act> = {
  send: on((place, found) => {
    found.record.isStopped = false
    return handOver(place, found, `${found.who}: send`, give(place, found, 'send'), found.chat.send)
  }),
  edit: on((place, found) => {
    const id = anyId(place, found, 'user')
    if (id === undefined) return undefined
    asks(found.record)
    const isThere = found.store.getMessage(id)?.role === 'user'
    const given = give(place, found, 'edit')
    if (isThere) {
      const above = found.store.getParent(id) ?? null
      hangBehind(given, found, found.store.getMessage(above ?? '')?.role === 'system' ? null : above)
    } else given.excuse = 'an edit of a message that is not there'
    given.disturbed = found.record.disturbed
    given.target = id
    const words = `${found.who}: edit ${id} to`
    return handOver(place, found, words, given, (content) => found.chat.edit(id, content))
  }),
  unqueue: on(({ world, command }, { chat, who }) => {
    const { queue } = chat.getState()
    const message = pick(queue, command.at)
    chat.unqueue(message?.id ?? 'gone')
    if (!message) return undefined
    world.ledger.remove([{ role: 'user', content: message.content }], 'taken out of the queue')
    return `${who}: unqueue ${textOf(message.content)}`
  }),
  sendQueued: on((place, found) => {
    const { sendQueued } = found.chat as ChatController & { sendQueued?: () => Promise<void> }
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
  clearError: on((_, { chat, who }) => {
    chat.clearError()
    return `${who}: clear the error`
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
  /** A run that is on keeps what it has. */
  configure: on(({ world, command: { at, how } }, { chat, record, who }) => {
    if (/submitted|streaming/.test(chat.getState().status)) world.counts.configured++
    if (how % 4 === 3) {
      const { number } = settingsOf(world, chat.getConfig().model)!
      chat.configure({ model: `model ${number} again` })
      return `${who}: configure another model`
    }
    const settings = world.addSettings(world.plans[at % world.plans.length]!, how % 4 !== 0)
    chat.configure(configOf(world, settings, () => record))
    return `${who}: configure the settings ${settings.number} (${JSON.stringify(settings.plan)}, ${settings.tools.length} tools)`
  }),
}
