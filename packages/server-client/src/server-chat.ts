import {
  randomId,
  type AnswerEnd,
  type ChatController,
  type ChatState,
  type ContentPart,
  type RequestParameters,
} from '@antiphon/core'
import { createMessageStore } from '@antiphon/core/binding'
import { toolDefinition } from '@antiphon/core/request'
import { createAnswerLeases, createKeepers, createLiveSteps } from '@antiphon/core/keeper'
import { compact, createListeners, hasSameFields, raceAbort } from '@antiphon/base'
import { browserPageEvents, createThreadEvents } from '@antiphon/threads'
import { createMessageQueue, type QueuedMessage } from './message-queue.js'
import { isLogin, loggedIn, persist } from './persist.js'
import { createPresentRun } from './present-run.js'
import type { RunOrder } from './protocol.js'
import { createRunClient } from './run-client.js'
import { RunRefusal } from './run-refusal.js'
import { createRunView } from './run-view.js'
import type { ServerChat, ServerChatOptions } from './server-chat-options.js'
import { thisDevice } from './this-device.js'
import { createWaitingCalls } from './waiting-calls.js'

/** An order, with the place in the thread at which its answer is shown. */
interface Order extends Pick<RunOrder, 'message' | 'regenerate' | 'retry' | 'continue'> {
  parent?: string | null
}

/**
 * A chat whose answers are given by `createChatServer`: each is a run there, which goes on when the page is closed and is shown in
 * each page that has the thread. `stop`, decisions and messages that are sent meanwhile reach the run from any of them. A message that is
 * sent without a connection waits until that is back.
 *
 * Give it to `createThreadSessions` or to a saver, with a `createHttpStorage` of the same address: those read and store the thread.
 */
export function createServerChat(options: ServerChatOptions): ServerChat {
  const { baseUrl, threadId, now = Date.now, generateId = randomId, scheduler } = options
  const { page = browserPageEvents, channel } = options
  const { fetch, headers, model, tools, parameters, steering, toolTimeout } = options
  const { beforeRequest, onFinish, onError, onToolCall } = options
  let config: ReturnType<ChatController['getConfig']> = compact({
    fetch,
    model,
    tools,
    parameters,
    steering,
    toolTimeout,
    beforeRequest,
    onFinish,
    onError,
    onToolCall,
  })
  const store = createMessageStore({ generateId, ...(scheduler && { scheduler }) })
  const live = createLiveSteps()
  const keepers = createKeepers()
  const listeners = createListeners()
  const client = createRunClient({
    baseUrl,
    threadId,
    ...(headers && { headers }),
    fetch: (url, init) => (config.fetch ?? globalThis.fetch)(url, init),
  })
  const leases = createAnswerLeases(threadId)
  const device = thisDevice()
  let state: ChatState = compact({
    status: 'ready',
    queue: [],
    approvals: [],
    grants: [],
    model,
  }) as ChatState
  let closing = new AbortController()

  /** The answer whose failure has been seen. */
  let seen: string | undefined
  /** Does an order wait for the stored thread, or for the run before to stop? */
  let isAsking = false
  /** Could it not look for a run because nobody was signed in? */
  let isSignedOut = false
  /** Another tab has begun a run, and this one has not looked for it since: it may have shown the run before. */
  let isTold = false

  const update = (change: Partial<ChatState> = {}): void => {
    if (isTold && !run.id() && !isAsking) void look()
    const status = isAsking && !run.id() ? 'submitted' : run.status()
    const next: ChatState = { ...state, ...change, status }
    if (hasSameFields(state, next)) return
    state = next
    listeners.notify()
  }
  const view = createRunView({
    store,
    live,
    keepers,
    now,
    model: () => config.model,
    onFirstToken: () => run.onFirstToken(),
  })
  /** Tells the server something about a call that waits. */
  const tell = async (
    send: (runId: string, signal: AbortSignal) => Promise<void>,
    onSignedOut?: () => void,
  ): Promise<'taken' | 'stale'> => {
    const runId = run.id()
    if (runId === undefined) return 'stale'
    const { signal } = closing
    try {
      await persist(() => send(runId, signal), {
        signal,
        onFailure: (error) => isLogin(error) && onSignedOut?.(),
      })
      return 'taken'
    } catch (error) {
      if (error instanceof RunRefusal || signal.aborted) return 'stale'
      throw error
    }
  }
  const calls = createWaitingCalls({
    store,
    live,
    threadId,
    now,
    getConfig: () => config,
    decide: (decision, onSignedOut) =>
      tell((runId, signal) => client.decide(runId, decision, signal), onSignedOut),
    begin: (key, mark) => tell((runId, signal) => client.begin(runId, { key, mark }, signal)),
    device,
    claim: (key) => leases.take(`${device} ${key}`),
    freed: (key, signal) => leases.freed(`${device} ${key}`, signal),
    refresh: () => run.refresh(),
    publish: update,
  })

  const events = createThreadEvents(`antiphon-runs ${baseUrl}`, channel)
  const queue = createMessageQueue({
    client,
    run: () => run,
    getConfig: () => config,
    signal: () => closing.signal,
    get: () => state.queue,
    set: (queue) => update({ queue }),
    loaded: keepers.loaded,
    isAsking: () => isAsking,
    ask: (message) => ask(message),
  })
  const run = createPresentRun({
    client,
    store,
    keepers,
    view,
    calls,
    getConfig: () => config,
    signal: () => closing.signal,
    onStarted: queue.started,
    onUsed: queue.remove,
    onEnded: queue.ended,
    onLeft() {
      events.tell({ threadId, type: 'thread' })
      isTold = true
      update()
    },
    update,
  })

  /** Begins a run. While the server cannot be reached, it tries again. */
  const begin = async ({ parent, ...order }: Order): Promise<AnswerEnd['outcome']> => {
    const runId = generateId()
    if (parent !== undefined) view.wait(parent)
    else if (order.continue !== undefined) view.waitAt(order.continue)
    try {
      seen = undefined
      return await run.enter(runId, async (signal) => {
        await raceAbort(Promise.all([config.beforeRequest?.(), keepers.beforeRequest()]), signal)
        const { model: id, tools: own, parameters: given } = config
        const body = {
          ...order,
          id: runId,
          ...compact({ model: id, parameters: given && plainParameters(given) }),
          ...(own?.length && { tools: own.map((tool) => toolDefinition(tool).function) }),
        } as RunOrder & { id: string }
        const onFailure = (error: unknown, pause: number, tries: number): void =>
          view.notice(error, now() + pause, tries + 1)
        await persist(() => client.start(body, signal), { signal, needsLogin: true, onFailure })
        events.tell({ threadId, type: 'thread' })
      })
    } catch (error) {
      if (!(error instanceof RunRefusal)) throw error
      if (error.code !== 'run_open') return 'failed'
      // Somebody else was faster: this message goes to the run that they began.
      if (order.message) {
        const { id, content, metadata } = order.message
        store.remove(id)
        queue.putBack({ id, content, ...(metadata && { options: { metadata } }) })
      }
      run.clearFailure()
      isTold = true
      // That run may have ended since. Then nothing else sends what waits.
      if (!(await look())) await queue.drain()
      return 'stopped'
    }
  }

  /** Adds a question and requests its answer. */
  const ask = async (message: QueuedMessage, parent = store.getIds().at(-1) ?? null) => {
    const { id, content, options: { metadata } = {} } = message
    const own = metadata && { metadata: { ...metadata } }
    store.append({ role: 'user', id, content, timestamp: now(), ...own }, { parent })
    queue.remove(id)
    return begin({ message: { id, content, ...own, parent }, parent: id })
  }

  /** Looks for a run that somebody began elsewhere, and shows it. Resolves with false when there is none. */
  const look = async (): Promise<boolean> => {
    const { signal } = closing
    const wasTold = isTold
    isTold = isSignedOut = false
    await keepers.loaded()
    const found = await persist(() => client.open(signal), { signal, needsLogin: true }).catch(
      (error: unknown) => void (isSignedOut = isLogin(error)),
    )
    if (run.id() || isAsking || signal.aborted) {
      isTold ||= wasTold
      return true
    }
    // The run has ended since, and the thread has what it said.
    if (!found && wasTold) await keepers.refresh()
    if (!found) return false
    await queue.goOn(await run.enter(found.id, async () => {}).catch(() => 'failed' as const))
    return true
  }

  /** Runs an order of the person, which takes over from what is under way. */
  const order = async (make: () => Promise<AnswerEnd['outcome']> | undefined): Promise<void> => {
    isAsking = true
    update()
    try {
      await raceAbort(keepers.loaded(), closing.signal)
      run.stop()
      await run.ended()
    } finally {
      isAsking = false
    }
    // It takes over before anybody is told that the run before has ended.
    const work = make()
    update()
    await queue.goOn(await work)
  }

  const lastAnswer = (): string | undefined =>
    store.getMessages().findLast(({ role }) => role === 'assistant')?.id
  const questionOf = (id: string): string | undefined =>
    store.getPath(id).findLast(({ role }) => role !== 'assistant' && role !== 'tool')?.id

  /** A keeper that has gone lets the chat go too: nobody reads the thread any more. */
  let held = 0
  const watch = (): (() => void) => {
    closing = new AbortController()
    void look()
    const lookAgain = (): void => void (run.id() || look())
    const { addEventListener, removeEventListener } = globalThis as Partial<typeof globalThis>
    addEventListener?.('online', lookAgain)
    const removers = [
      page.onShow(lookAgain),
      loggedIn.add(() => isSignedOut && lookAgain()),
      events.subscribe((event) => {
        if (event.threadId !== threadId || event.here) return
        isTold = true
        lookAgain()
      }),
      () => removeEventListener?.('online', lookAgain),
    ]
    return () => {
      closing.abort()
      for (const remove of removers) remove()
    }
  }
  let unwatch: (() => void) | undefined

  return {
    store,
    getState: () => state,
    subscribe: listeners.add,
    getLiveStep: live.get,
    subscribeLiveStep: live.subscribe,
    async send(content, along) {
      const message: QueuedMessage = {
        id: generateId(),
        content: copy(content),
        ...(along && { options: along }),
      }
      if (!run.id() && !isAsking && keepers.isLoaded() && state.queue.length === 0)
        return queue.goOn(await ask(message))
      return queue.add(message)
    },
    sendQueued: queue.drain,
    unqueue: queue.remove,
    stop() {
      if (!run.isStopped()) queue.stopped()
      run.stop()
    },
    async retry(messageId = lastAnswer()) {
      await order(() => {
        const parent = messageId === undefined ? undefined : store.getParent(messageId)
        return parent === undefined ? undefined : begin({ retry: messageId!, parent })
      })
    },
    async regenerate(messageId = lastAnswer()) {
      await order(() => {
        const parent = messageId === undefined ? undefined : questionOf(messageId)
        return parent === undefined ? undefined : begin({ regenerate: messageId!, parent })
      })
    },
    async edit(messageId, content, along?: Parameters<ChatController['edit']>[2]) {
      const typed = copy(content)
      await order(() => {
        const before = store.getMessage(messageId)
        if (before?.role !== 'user')
          throw new TypeError(`There is no user message "${messageId}" to edit. It may have been removed.`)
        const { metadata } = { ...before, ...along }
        const message = { id: generateId(), content: typed, ...(metadata && { options: { metadata } }) }
        return ask(message, store.getParent(messageId) ?? null)
      })
    },
    async continue(messageId = store.getIds().at(-1)) {
      if (messageId === undefined || run.id() || !store.getMessage(messageId)) return
      await order(() => begin({ continue: messageId }))
    },
    addToolResult: calls.addResult,
    getError() {
      const last = store.getMessages().findLast(({ role }) => role !== 'tool')
      return last?.role === 'assistant' && last.id !== seen ? last.error : undefined
    },
    clearError() {
      seen = lastAnswer()
      run.clearFailure()
      update()
      listeners.notify()
    },
    getApprovals: () => state.approvals,
    decideApproval: calls.decide,
    // A call that runs on a server cannot ask, see docs/chat-server.md.
    answerQuestion: async () => ({ status: 'stale' }),
    revokeApproval: async (toolName) => calls.revoke(toolName),
    configure(change) {
      const { endpoint: _, ...rest } = change
      config = { ...config, ...rest }
      update(compact({ model: config.model }))
      listeners.notify()
    },
    getConfig: () => config,
    attach(keeper) {
      const detach = keepers.attach(keeper)
      if (++held === 1) unwatch = watch()
      return () => {
        detach()
        if (--held === 0) unwatch?.()
      }
    },
    // Answers are written on the server alone.
    setElsewhere() {},
    close() {
      unwatch?.()
      closing.abort()
      calls.close()
      events.close()
    },
  }
}

const copy = (content: string | readonly ContentPart[]): string | ContentPart[] =>
  typeof content === 'string' ? content : [...content]

/** Fields that a client may choose. The server refuses those that would reach past its settings. */
function plainParameters(given: RequestParameters): RequestParameters {
  const { extraBody: _, ...rest } = given
  return rest
}
