import type { Message, StoredMessage, SystemMessage } from '../message/types.js'
import type { MessageStore } from '../tree/message-store.js'
import type { Run } from './run.js'

/** Does it give the model its instructions? */
const isPrompt = (message: Message | undefined): message is SystemMessage =>
  message?.role === 'system' || message?.role === 'developer'

/** The system prompt that a conversation begins with; undefined where it has none. */
export function systemPromptOf(store: MessageStore): (StoredMessage & SystemMessage) | undefined {
  const [top] = store.getIds()
  const message = top === undefined ? undefined : store.getMessage(top)
  return isPrompt(message) ? message : undefined
}

/**
 * Gives a conversation another system prompt, or its first one. An empty text takes it away. It holds from the next request on; what was
 * answered before stays.
 */
export function setSystemPrompt(store: MessageStore, text: string): void {
  const [top] = store.getIds()
  putPrompt(store, top === undefined ? undefined : store.getMessage(top), text.trim() === '' ? '' : text)
}

/** `top`: the first message of the branch that it is for. */
function putPrompt(store: MessageStore, top: StoredMessage | undefined, text: string): void {
  if (!isPrompt(top)) {
    if (text) store.append({ role: 'system', content: text }, { parent: null, between: true })
  } else if (text) {
    store.write(top.id, { ...top, content: text })
    store.flush()
  } else {
    const { nodes, chosen } = store.getTree()
    const rest = nodes.filter(({ message }) => message !== top)
    store.setTree({
      nodes: rest.map((node) => (node.parent === top.id ? { ...node, parent: null } : node)),
      chosen,
    })
  }
}

/**
 * Puts the system prompt at the top of a run's branch before the first request. A new thread gets it. An existing thread keeps
 * its own, unless the setting `isNew`.
 */
export function setSystem(store: MessageStore, run: Run, isNew: boolean): void {
  const { system = '' } = run.config
  const [top, next] = run.getMessages()
  if (!top) return
  const begins = !isPrompt(top) && (next === undefined || next.id === run.answerId)
  if (isNew || (begins && system)) putPrompt(store, top, system)
}
