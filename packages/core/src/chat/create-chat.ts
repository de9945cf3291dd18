import { loadConnection } from '../connection/load-connection.js'
import { raceAbort } from '../connection/race-abort.js'
import type { ContentPart, Message, StoredMessage, UserMessage } from '../message/types.js'
import { randomId } from '../store/random-id.js'
import { createMessageStore, type MessageStore } from '../store/create-message-store.js'
import { createListeners } from '../store/listeners.js'
import type { Chat, ChatConfig, ChatOptions, ChatState } from './chat-types.js'
import { createLiveSteps } from './live-steps.js'
import { loadAnswer } from './load-answer.js'
import { loadToolDesk } from './load-tool-desk.js'
import type { ToolDesk } from './tool-desk.js'
import { unanswered } from './unanswered.js'

/**
 * Creates a conversation.
 *
 * @throws TypeError when neither `endpoint` nor `transport` is there by the time of the first request.
 */
export function createChat(options: ChatOptions): Chat {
  const {
    now = Date.now,
    generateId = randomId,
    scheduler,
    fetch,
    memory,
    random,
    messages = [],
    system,
    threadId,
    ...settings
  } = options
  const store = createMessageStore({ messages: withSystem(messages, system), scheduler, generateId })
  const live = createLiveSteps()
  const listeners = createListeners()
  let config: ChatConfig = settings
  let state: ChatState = { status: 'ready', queue: [], approvals: [], grants: [], model: config.model }
  let running: AbortController | undefined
  let desk: Promise<ToolDesk> | undefined

  /** The first request that needs them reports a failure to load; this only asks early. */
  const preload = (): void => {
    for (const load of [loadAnswer, loadConnection]) load().catch(() => {})
    if (config.tools?.length)
      loadDesk().then(
        (loaded) => loaded.refresh(),
        () => {},
      )
  }

  const setState = (change: Partial<ChatState>): void => {
    state = { ...state, ...change }
    listeners.notify()
  }

  const goOn = (from = store.getIds().at(-1)): Promise<void> => run(from ?? null, true)

  /** A failure to load is not kept: the next who needs it tries again. */
  const loadDesk = (): Promise<ToolDesk> =>
    (desk ??= loadToolDesk().then(
      ({ createToolDesk }) =>
        createToolDesk({
          ...chat,
          live,
          now,
          threadId: threadId ?? generateId(),
          isNamed: threadId !== undefined,
          isRunning: () => running !== undefined,
          resume: goOn,
          publish: setState,
        }),
      (error: unknown) => {
        desk = undefined
        throw error
      },
    ))

  const target = () => {
    const found = config.transport ?? config.endpoint
    if (!found) throw new TypeError('createChat needs an `endpoint` (with a `baseUrl`) or a `transport`.')
    return found
  }

  /** One run at a time; resolves when it and what was queued behind it have ended. */
  const run = async (parent: string | null, resume?: boolean): Promise<void> => {
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
      loadDesk,
      onFirstToken: () => setState({ status: 'streaming' }),
      takeQueue() {
        if (config.steering === 'after-answer' || !state.queue[0]) return []
        const { queue } = state
        setState({ queue: [] })
        return queue.map(({ content }) => userMessage(content, now()))
      },
    }
    running?.abort()
    const controller = (running = new AbortController())
    const { signal } = controller
    setState({ status: 'submitted' })
    let ok = false
    try {
      const loaded = await raceAbort(loadAnswer(), signal).catch((error: unknown) => {
        const message = unanswered(signal.aborted ? undefined : error, now(), config.model)
        store.append({ ...message, timestamp: now(), model: config.model }, { parent })
      })
      ok = loaded ? await loaded.runAnswer({ ...context, signal }, parent, resume) : signal.aborted
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

  const chat: Chat = {
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
    sendQueued: async () => void (running || (await sendNext())),
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
    async continue(messageId) {
      if (!running) await goOn(messageId)
    },
    async addToolResult(callKey, value) {
      if (await (await loadDesk()).addResult(callKey, value)) await goOn()
    },
    getApprovals: () => state.approvals,
    decideApproval: async (key, decision) => (await loadDesk()).decide(key, decision),
    revokeApproval: async (toolName) => (await loadDesk()).revoke(toolName),
    configure(change) {
      config = { ...config, ...change }
      preload()
      setState({ model: config.model })
    },
    getConfig: () => config,
  }
  preload()
  return chat
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
