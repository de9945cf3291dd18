import type { MessageStore, StoredMessage } from '@antiphon/core'
import { textOf } from './content.js'
import type { ChatRecord } from './page.js'
import { settingsOf } from './settings.js'
import type { World } from './world.js'

/** The ids above a message, from the top down. */
export function ancestors(store: MessageStore, id: string): string[] {
  const above: string[] = []
  for (let up = store.getParent(id); up !== undefined && above.length < 500; up = store.getParent(up))
    above.unshift(up)
  return above
}

/** A message and all that is below it. */
export function subtree(store: MessageStore, id: string): StoredMessage[] {
  const inside = new Set([id])
  const { nodes } = store.getTree()
  for (let size = 0; size < inside.size;) {
    size = inside.size
    for (const { message, parent } of nodes) if (parent !== null && inside.has(parent)) inside.add(message.id)
  }
  return nodes.flatMap(({ message }) => (inside.has(message.id) ? message : []))
}

/** Returns the messages that a person wrote or a model answered. Results and notices may be put between them. */
export function spoken(world: World, store: MessageStore, ids: readonly string[]): string[] {
  return ids.filter((id) => {
    const message = store.getMessage(id)
    if (message?.role === 'tool' || message?.role === 'system' || world.ledger.removed.has(id)) return false
    return !(message && isNotice(message))
  })
}

/** Says that the limit of steps was reached; it goes when the run goes on. */
export const isNotice = (message: StoredMessage): boolean =>
  message.role === 'assistant' && message.error?.kind === 'tool_loop_limit'

/** Looks at every message at the moment it appears: where it hangs is where it belongs. */
export function watchTree(world: World, record: ChatRecord): void {
  const { chat, page, threadId, paths } = record
  const { store } = chat
  const { ledger } = world
  const known = new Set<string>()
  const look = (): void => {
    if (!page.isAlive) return
    for (const { message } of store.getTree().nodes) {
      if (known.has(message.id)) continue
      known.add(message.id)
      ledger.ids(threadId).add(message.id)
      if (message.role === 'assistant') {
        paths.set(message.id, ancestors(store, message.id))
        lookAtSettings(world, record, message)
      }
      if (message.role === 'user') lookAtText(world, record, message)
    }
  }
  look()
  store.subscribeIds(look)
  if (process.env['ANTIPHON_WHOLE_TRACE']) store.subscribeIds(() => world.log.push(`      ${trace(record)}`))
  chat.subscribe(() => {
    for (const approval of chat.getState().approvals)
      if (!ledger.approvals.includes(approval)) ledger.approvals.push(approval)
    for (const { toolName } of chat.getState().grants) record.granted.add(toolName)
  })
}

/** Writes the tree of a chat as one line of the log. */
function trace({ chat, page, threadId }: ChatRecord): string {
  const words = ({ message, parent }: { message: StoredMessage; parent: string | null }): string =>
    `${message.id}<${parent ?? ''} ${message.role[0]}${chat.getLiveStep(message.id)?.elsewhere ? ' elsewhere' : ''}`
  const { queue, status } = chat.getState()
  const waiting = queue.map(({ content, parent }) => `${textOf(content)} after ${String(parent)}`)
  const { store } = chat
  return `${page.name} ${threadId} ${status}: ${store.getTree().nodes.map(words).join(', ')}; shows ${store.getIds().join(' ')}; ${waiting.join(', ')}`
}

/** A run keeps the settings with which it began, whatever the chat is given meanwhile. */
function lookAtSettings(world: World, record: ChatRecord, { id, ...message }: StoredMessage): void {
  const { goesOnWith } = record
  if (goesOnWith === undefined || message.role !== 'assistant' || message.error) return
  if (settingsOf(world, message.model)?.number !== goesOnWith)
    world.fault('mixed-settings', `${id} is of ${message.model}, and its run has the settings ${goesOnWith}`)
}

function lookAtText(world: World, record: ChatRecord, { id, content }: StoredMessage): void {
  const { ledger } = world
  const given = ledger.given(content)
  if (!given || given.above) return
  const { text } = given
  const { store } = record.chat
  const above = ancestors(store, id)
  given.above = spoken(world, store, above)
  const saver = record.page.sessions.get(record.threadId)?.saver
  // A new version of what has not found its place has not found it either.
  const replaced = given.target === undefined ? undefined : store.getMessage(given.target)
  given.isProvisional =
    saver?.getState().status === 'memory-only' || ledger.given(replaced?.content)?.isProvisional === true
  const { queue } = record.chat.getState()
  const own = queue.find((waiting) => textOf(waiting.content) === text)
  const older = queue.find(
    (waiting) =>
      waiting.parent === own?.parent && (ledger.given(waiting.content)?.number ?? Infinity) < given.number,
  )
  // Messages for one branch go out as they came in; those for another one have their own turn.
  if (own && older)
    world.fault('queue-order', `"${text}" goes before "${textOf(older.content)}", which waits for longer`)
  const isUndisturbed = given.record === record && given.disturbed === record.disturbed
  if (!isUndisturbed || given.anchor === undefined || given.isProvisional) return
  const { anchor, anchorOwner } = given
  const isTaken = (one: string | null | undefined): boolean =>
    typeof one === 'string' && ledger.removed.has(one)
  const isLeft = anchor !== null && store.getMessage(anchor)?.role === 'assistant'
  const isGone = isTaken(anchor) || (isTaken(anchorOwner) && !isLeft)
  const isRight = anchor === null ? given.above.length === 0 : above.includes(anchor) || isGone
  if (!isRight)
    world.fault(
      'wrong-branch',
      `"${text}" belongs behind ${anchor ?? 'nothing'}, but hangs under ${above.join(' ')}`,
    )
}
