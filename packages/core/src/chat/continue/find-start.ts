import type { AssistantMessage, StoredMessage } from '../../message/types.js'
import type { MessageStore } from '../../store/create-message-store.js'
import { mayRunCalls } from '../run-tools.js'
import type { ChatConfig } from '../chat-types.js'

type Answer = StoredMessage & AssistantMessage

/** Where an answer goes on. */
export interface Start {
  /** The message that the next request answers. */
  parent: string | null
  /** An answer with calls that may still run, before any request. */
  open?: Answer
  /** An answer whose rest is to be requested. */
  begun?: Answer
}

/** Finds what there is to go on with at `from`. */
export function findStart(
  { store, config }: { store: MessageStore; config: ChatConfig },
  from: string | null,
): Start {
  const message = from === null ? undefined : store.getMessage(from)
  const end = from === null ? null : endOfResults(store, from)
  if (end !== from) return findStart({ store, config }, end)
  const isLast = from === store.getIds().at(-1)
  if (message?.role === 'assistant' && message.error?.kind === 'tool_loop_limit') {
    const parent = store.getParent(message.id) ?? null
    // The notice holds nothing that a model said; what follows it stays, as another version.
    if (isLast) store.remove(message.id)
    return isLast ? findStart({ store, config }, parent) : { parent }
  }
  if (isLast && config.tools?.length) {
    const last = store.getMessages().findLast(({ role }) => role !== 'tool')
    if (last?.role === 'assistant' && mayRunCalls(last)) return { parent: from, open: last }
  }
  if (message?.role !== 'assistant') return { parent: from }
  if (mayRunCalls(message)) return { parent: from }
  const parent = store.getParent(message.id) ?? null
  // Half a call cannot be gone on with, and there is nothing to go on from without a word of the answer.
  if (message.tool_calls?.length || message.content.trim() === '') return { parent }
  return { parent, begun: isLast ? message : versionOf(store, message, parent) }
}

/** The last result of the answer `from`, when it has any: what comes next comes after them. */
function endOfResults(store: MessageStore, from: string): string {
  const ids = store.getIds()
  let end = ids.indexOf(from)
  if (end < 0) return from
  while (store.getMessage(ids[end + 1] ?? '')?.role === 'tool') end++
  return ids[end]!
}

/** What follows an answer follows that answer: the one that goes on is a version beside it. */
function versionOf(store: MessageStore, answer: Answer, parent: string | null): Answer {
  const { id: _, ...message } = answer
  const id = store.append(message, { parent })
  return store.getMessage(id) as Answer
}
