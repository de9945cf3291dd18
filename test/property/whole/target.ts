import type { ChatController, MessageStore } from '@antiphon/core'
import type { Act, Place } from './commands.js'
import type { GivenText } from './ledger.js'
import type { ChatRecord } from './page.js'

/** The chat that a pane shows. */
export interface Target {
  record: ChatRecord
  chat: ChatController
  store: MessageStore
  /** Words for the log. */
  who: string
}

export function target({ world, page, pane }: Place): Target | undefined {
  if (!pane.session) return undefined
  const { chat } = pane.session
  const record = world.recordOf(chat)
  return { record, chat, store: chat.store, who: `${page.name} ${record.threadId}` }
}

/** Runs a command on the chat on screen, where there is one. */
export const on =
  (act: (place: Place, target: Target) => string | undefined): Act =>
  (place) => {
    const found = target(place)
    return found && act(place, found)
  }

/** Somebody wants something of the model: a stop is over, and a run that ended may be gone on with. */
export function wakes(record: ChatRecord): void {
  record.isStopped = false
  record.endsAt = undefined
  record.goesOnWith = undefined
}

/** Asks for something: what waits may go elsewhere now. */
export function asks(record: ChatRecord): void {
  wakes(record)
  record.isTurning = true
  record.disturbed++
}

/** Follows the promise of what was asked for. Returns the words for the log. */
export function follow(
  { world, page }: Place,
  { record }: Target,
  words: string,
  result: unknown,
  given?: GivenText,
): string {
  const order = world.follow(words, page, result as Promise<unknown> | undefined, record)
  if (given) given.order = order
  return words
}
