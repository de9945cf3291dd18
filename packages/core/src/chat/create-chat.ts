import { loadConnection } from '../connection/load-connection.js'
import type { ContentPart, Message, StoredMessage, UserMessage } from '../message/types.js'
import { pairToolCalls } from '../pairing/pair-tool-calls.js'
import { createMessageStore, type MessageStore } from '../store/create-message-store.js'
import { createListeners } from '../store/listeners.js'
import { loadToolLoop } from '../tools/load-tool-loop.js'
import type { Chat, ChatConfig, ChatOptions, ChatState } from './chat-types.js'
import { createLiveSteps } from './live-steps.js'
import { runAnswer } from './run-answer.js'

/**
 * Creates a conversation.
 *
 * @throws TypeError when neither `endpoint` nor `transport` is there by the time of the first request.
 */
export function createChat(options: ChatOptions): Chat {
  const {
    now = Date.now,
    generateId = () => crypto.randomUUID(),
    scheduler,
    fetch,
    memory,
    random,
    messages = [],
    system,
    transport,
    ...settings
  } = options
  const store = createMessageStore({ messages: withSystem(messages, system), scheduler, generateId })
  const live = createLiveSteps()
  const listeners = createListeners()
  let config: ChatConfig = settings
  let state: ChatState = { status: 'ready', queue: [], model: config.model }
  let running: AbortController | undefined

  /** The first request that needs them reports a failure to load; this only asks early. */
  const preload = (): void => {
    loadConnection().catch(() => {})
    if (config.tools?.length) loadToolLoop().catch(() => {})
  }
  preload()

  const setState = (change: Partial<ChatState>): void => {
    state = { ...state, ...change }
    listeners.notify()
  }

  const target = () => {
    const found = transport ?? config.endpoint
    if (!found) throw new TypeError('createChat needs an `endpoint` (with a `baseUrl`) or a `transport`.')
    return found
  }

  /** One run at a time; resolves when it and what was queued behind it have ended. */
  const run = async (parent: string | null): Promise<void> => {
    const context = {
      store,
      live,
      target: target(),
      config,
      fetch,
      memory,
      random,
      now,
      generateId,
      onFirstToken: () => setState({ status: 'streaming' }),
    }
    running?.abort()
    const controller = (running = new AbortController())
    setState({ status: 'submitted' })
    let ok = false
    try {
      ok = await runAnswer({ ...context, signal: controller.signal }, parent)
    } finally {
      // A later run may have taken over; its state is not ours to change. Also after a throw of the host's `stopWhen`.
      if (running === controller) {
        running = undefined
        setState({ status: ok ? 'ready' : 'error' })
      }
    }
    if (ok && !running) await sendNext()
  }

  const sendNext = async (): Promise<void> => {
    const [next, ...rest] = state.queue
    if (!next) return
    setState({ queue: rest })
    await run(store.append(userMessage(next.content, now())))
  }

  return {
    store,
    getState: () => state,
    subscribe: listeners.add,
    getLiveStep: live.get,
    subscribeLiveStep: live.subscribe,

    async send(content) {
      if (running) {
        setState({ queue: [...state.queue, { id: generateId(), content: copy(content) }] })
        return
      }
      target()
      await run(store.append(userMessage(copy(content), now())))
    },
    unqueue: (id) => setState({ queue: state.queue.filter((message) => message.id !== id) }),
    stop() {
      running?.abort()
      store.flush()
    },
    async retry(messageId = findLast(store, 'assistant')?.id) {
      if (messageId !== undefined) await run(store.getParent(messageId) ?? null)
    },
    async regenerate(messageId = findLast(store, 'assistant')?.id) {
      if (messageId !== undefined) await run(questionOf(store, messageId))
    },
    async edit(messageId, content) {
      const before = store.getMessage(messageId)
      if (before?.role !== 'user') return
      const { id: _, ...rest } = before
      const parent = store.getParent(messageId) ?? null
      await run(store.append({ ...rest, ...userMessage(copy(content), now()) }, { parent }))
    },
    async addToolResult(callKey, value) {
      const { resultMessage } = await loadToolLoop()
      const call = pairToolCalls(store.getMessages()).calls.find(({ key }) => key === callKey)
      if (!call || call.result) return
      const owner = store.getMessages()[call.messageIndex]!.id
      const tail = lastResult(store, owner)
      store.append({ ...resultMessage(call.call, value), timestamp: now() }, { parent: tail })
      const { calls } = pairToolCalls(store.getMessages())
      const open = calls.some((other) => other.messageIndex === call.messageIndex && !other.result)
      if (!open && !running) await run(lastResult(store, owner))
    },
    configure(change) {
      config = { ...config, ...change }
      preload()
      if (config.model !== state.model) setState({ model: config.model })
    },
    getConfig: () => config,
  }
}

function withSystem(messages: readonly Message[], system: string | undefined): readonly Message[] {
  const has = messages.some((message) => message.role === 'system' || message.role === 'developer')
  return system && !has ? [{ role: 'system', content: system }, ...messages] : messages
}

function copy(content: string | readonly ContentPart[]): string | ContentPart[] {
  return typeof content === 'string' ? content : [...content]
}

function userMessage(content: string | ContentPart[], timestamp: number): UserMessage {
  return { role: 'user', content, timestamp }
}

function findLast(store: MessageStore, role: Message['role']): StoredMessage | undefined {
  return store.getMessages().findLast((message) => message.role === role)
}

/** The message that the whole answer around `id` replies to: the nearest one above that is neither answer nor result. */
function questionOf(store: MessageStore, id: string): string | null {
  for (let above = store.getParent(id); above !== undefined; above = store.getParent(above)) {
    const role = store.getMessage(above)?.role
    if (role !== 'assistant' && role !== 'tool') return above
  }
  return null
}

/** The last result that directly follows `owner`, or `owner` itself. */
function lastResult(store: MessageStore, owner: string): string {
  const messages = store.getMessages()
  let index = messages.findIndex((message) => message.id === owner)
  while (messages[index + 1]?.role === 'tool') index++
  return messages[index]!.id
}
