import { loadConnection } from '../connection/load-connection.js'
import { raceAbort } from '../connection/race-abort.js'
import { isChatError } from '../errors/chat-error.js'
import type { ContentPart, Message, UserMessage } from '../message/types.js'
import { randomId } from '../store/random-id.js'
import { createMessageStore } from '../store/create-message-store.js'
import { createListeners } from '../store/listeners.js'
import type { AnswerLeases } from './answer-leases.js'
import type { StoredAnswer } from './answer-results.js'
import { beginAnswer } from './begin-answer.js'
import type { Chat, ChatConfig, ChatOptions, ChatState, QueuedMessage } from './chat-types.js'
import { createElsewhere } from './elsewhere.js'
import { endBelow, lastShownAnswer, questionOf, wholeQuestionOf } from './find-target.js'
import { createKeepers } from './keepers.js'
import { createLiveSteps } from './live-steps.js'
import { loadAnswer } from './load-answer.js'
import { loadToolDesk } from './load-tool-desk.js'
import { afterFirst, splitForRun } from './message-queue.js'
import type { RunContext } from './run-answer.js'
import type { RunClaims } from './run-claims.js'
import { createRun, type Run, type RunEnd } from './run.js'
import type { ToolDesk } from './tool-desk.js'
import { unanswered } from './unanswered.js'

/** Creates a conversation. */
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
  const elsewhere = createElsewhere(store, live, now)
  const keepers = createKeepers()
  const listeners = createListeners()
  let config: ChatConfig = settings
  let state: ChatState = { status: 'ready', queue: [], approvals: [], grants: [], model: config.model }
  /** The run that is on, until it has written its ending. */
  let current: Run | undefined
  /** The last run, when it ended well and nothing came after it: what waits in the queue follows it. */
  let ended: Run | undefined
  let phase: 'submitted' | 'streaming' = 'submitted'
  let hasFailed = false
  /** Resolves when the last run has written its ending. */
  let ending: Promise<unknown> = Promise.resolve()
  /** Set while what was sent waits for the stored thread to be read. */
  let loading: AbortController | undefined
  /** How often the user has stopped. */
  let stops = 0
  let isDraining = false
  /** The user said again that the queue is to be sent. */
  let isAskedAgain = false
  let desk: Promise<ToolDesk> | undefined
  let leases: AnswerLeases | undefined

  /** The first request that needs them reports a failure to load; this only asks early. */
  const preload = (): void => {
    for (const load of [loadAnswer, loadConnection]) load().catch(() => {})
    if (config.tools?.length)
      loadDesk().then(
        (loaded) => loaded.refresh(),
        () => {},
      )
  }

  /** A failure to load is not kept: the next who needs it tries again. */
  const loadDesk = (): Promise<ToolDesk> =>
    (desk ??= loadToolDesk().then(
      ({ createToolDesk }) =>
        createToolDesk({
          ...chat,
          live,
          now,
          threadId: threadId ?? generateId(),
          isRunning: () => active() !== undefined,
          isElsewhere: elsewhere.has,
          resume: async (answerId) => (active() ? undefined : order(answerId, true)),
          publish: update,
        }),
      (error: unknown) => {
        desk = undefined
        throw error
      },
    ))

  /** A run that was told to end counts as ended for whoever gives the next order. */
  const active = (): Run | undefined => (current?.signal.aborted ? undefined : current)

  const statusNow = (): ChatState['status'] => {
    if (current) return phase
    if (loading) return 'submitted'
    if (elsewhere.isShown()) return 'streaming'
    return hasFailed ? 'error' : 'ready'
  }

  /** Publishes what differs. */
  const update = (change: Partial<ChatState> = {}): void => {
    const { isElsewhere: _, ...rest } = state
    const isElsewhere = !current && elsewhere.isShown()
    const next: ChatState = { ...rest, ...change, status: statusNow(), ...(isElsewhere && { isElsewhere }) }
    if (isSame(state, next)) return
    state = next
    listeners.notify()
  }

  const target = ({ transport, endpoint } = config) => {
    const found = transport ?? endpoint
    if (!found)
      throw new TypeError(
        'The chat has no `endpoint` (with a `baseUrl`) and no `transport`. Give it one of them.',
      )
    return found
  }

  const contextOf = (run: Run): Omit<RunContext, 'claims'> => ({
    store,
    live,
    target: target(run.config),
    fetch,
    memory,
    random,
    now,
    loadDesk,
    async beforeRequest() {
      await Promise.all([run.config.beforeRequest?.(), keepers.beforeRequest()])
    },
    onFirstToken() {
      if (active() !== run) return
      phase = 'streaming'
      update()
    },
    steer(steered) {
      if (run.config.steering === 'after-answer') return false
      const { taken } = splitForRun(state.queue)
      for (const { id, content } of taken) {
        if (run.signal.aborted) return true
        steered.append(userMessage(content, now()))
        update({ queue: state.queue.filter((message) => message.id !== id) })
      }
      return taken.length > 0
    },
    onElsewhere(answerId) {
      elsewhere.set(answerId, true)
      const over = new AbortController()
      const unsubscribe = elsewhere.subscribe(() => elsewhere.has(answerId) || end())
      void leases?.freed(answerId, over.signal).then(async () => {
        await keepers.refresh()
        // Without a keeper nothing tells what the other tab did with it.
        if (!keepers.canRefresh()) elsewhere.lose(answerId)
        elsewhere.set(answerId, false)
        end()
      })
      function end(): void {
        unsubscribe()
        over.abort()
      }
    },
  })

  const claimsOf = (engine: Awaited<ReturnType<typeof loadAnswer>>): RunClaims => {
    leases = keepers.leases() ?? leases
    if (threadId !== undefined) leases ??= engine.createAnswerLeases(threadId)
    return engine.createClaims(leases, keepers)
  }

  const perform = async (
    run: Run,
    first: StoredAnswer | undefined,
    before: Promise<unknown>,
  ): Promise<RunEnd> => {
    const { signal } = run
    /** The ending of an answer for which nothing was requested. */
    const endUnanswered = (error?: unknown): RunEnd => {
      const failure = unanswered(error, now(), run.config.model)
      if (first) {
        store.write(first.id, { ...first, ...failure })
        store.flush()
        live.end(first.id)
      } else if (error !== undefined && !run.isGone()) run.append({ ...failure, timestamp: now() })
      return error === undefined ? 'stopped' : 'failed'
    }
    let engine: Awaited<ReturnType<typeof loadAnswer>>
    try {
      // The run before has its place in the branch too: its last results are there before the next request is written.
      await raceAbort(before, signal)
      engine = await raceAbort(loadAnswer(), signal)
    } catch (error) {
      return endUnanswered(signal.aborted ? undefined : error)
    }
    const claims = claimsOf(engine)
    const context = { ...contextOf(run), claims }
    try {
      return first ? await engine.runAnswer(context, run, first) : await engine.resumeRun(context, run)
    } catch (error) {
      first = undefined
      if (signal.aborted && error === signal.reason) return 'stopped'
      if (isChatError(error)) return endUnanswered(error)
      throw error
    } finally {
      claims.end()
    }
  }

  /** Starts a run; a newer order takes over from the one before. Resolves when it has ended. */
  const begin = async (head: string, isResumed = false, stopsBefore = stops): Promise<RunEnd> => {
    // More than once where a listener of the end gives an order of its own.
    while (active()) current?.end()
    const run = (current = createRun(store, config, head))
    phase = 'submitted'
    // A listener of the question stopped what it is the question of.
    if (stops !== stopsBefore) run.end()
    update()
    const first = isResumed ? undefined : beginAnswer({ store, live, now }, run)
    let end: RunEnd = 'failed'
    const before = ending
    try {
      const work = first || isResumed ? perform(run, first, before) : Promise.resolve<RunEnd>('stopped')
      ending = work.catch(() => {})
      end = await work
      if (end === 'done' && run.signal.aborted) end = 'stopped'
    } finally {
      // A later run may have taken over; its state is not ours to change. Also after a throw of the host's `stopWhen`.
      if (current === run) {
        current = undefined
        ended = end === 'done' ? run : undefined
        hasFailed = end === 'failed'
        update()
      }
    }
    return end
  }

  const order = async (head: string, isResumed?: boolean, stopsBefore?: number): Promise<void> => {
    if ((await begin(head, isResumed, stopsBefore)) === 'done') await drain()
  }

  /** Adds a question, and asks it. */
  const ask = (question: Message, parent?: string | null): Promise<void> => {
    const stopsBefore = stops
    return order(store.append(question, { parent }), false, stopsBefore)
  }

  /** Waits until the stored thread has been read and no other tab writes what is shown. False when the user stops. */
  const whenFree = async (): Promise<boolean> => {
    if (keepers.isLoaded()) {
      await new Promise<void>((resolve) => {
        const look = (): void => {
          if (elsewhere.isShown()) return
          unsubscribe.forEach((stop) => stop())
          resolve()
        }
        const unsubscribe = [elsewhere.subscribe(look), store.subscribeIds(look)]
        look()
      })
      return true
    }
    const stopped = (loading ??= new AbortController())
    update()
    try {
      await raceAbort(keepers.loaded(), stopped.signal)
      return true
    } catch {
      return false
    } finally {
      loading = undefined
      update()
    }
  }
  const isFree = (): boolean => keepers.isLoaded() && !elsewhere.isShown()

  /** Sends what waits in the queue, oldest first, until an answer does not end well. */
  const drain = async (): Promise<void> => {
    if (isDraining) {
      isAskedAgain ||= !active()
      return
    }
    isDraining = true
    try {
      while (!active() && state.queue[0]) {
        isAskedAgain = false
        if (!isFree()) {
          if ((await whenFree()) || isAskedAgain) continue
          return
        }
        target()
        const stopsBefore = stops
        const end = await begin(sendFirst(state.queue[0]), false, stopsBefore)
        if (end !== 'done' && !isAskedAgain) return
      }
    } finally {
      isDraining = false
    }
  }

  /** Puts the oldest message of the queue into the thread. */
  const sendFirst = (first: QueuedMessage): string => {
    const end = ended && !ended.isGone() ? ended.getLeaf() : (store.getIds().at(-1) ?? null)
    const { parent } = first
    const under = parent && store.getMessage(parent) ? endBelow(store, parent) : end
    const id = store.append(userMessage(first.content, now()), { parent: under })
    const at = state.queue.findIndex((message) => message.id === first.id)
    if (at >= 0) update({ queue: [...state.queue.slice(0, at), ...afterFirst(state.queue.slice(at), end)] })
    return id
  }

  /** Resolves when no other tab writes what is shown. Asked only then, so that ordinary orders begin at once, in order. */
  const becomesOurs = async (): Promise<void> => {
    while (elsewhere.isShown()) await whenFree()
    target()
  }

  const chat: Chat = {
    store,
    getState: () => state,
    subscribe: listeners.add,
    getLiveStep: live.get,
    subscribeLiveStep: live.subscribe,

    async send(content) {
      target()
      const run = active()
      if (!run && isFree() && state.queue.length === 0) return ask(userMessage(copy(content), now()))
      const shown = store.getIds()
      // Other tabs' answers end at some other time, when something else may be shown.
      const isOther = run ? !shown.includes(run.head) : elsewhere.isShown()
      const parent = isOther && { parent: shown.at(-1) ?? null }
      update({ queue: [...state.queue, { id: generateId(), content: copy(content), ...parent }] })
      if (!run) await drain()
    },
    async sendQueued() {
      if (state.queue.length === 0) return
      target()
      await drain()
    },
    unqueue(id) {
      const queue = state.queue.filter((message) => message.id !== id)
      if (queue.length < state.queue.length) update({ queue })
    },
    stop() {
      stops++
      loading?.abort()
      current?.end()
      store.flush()
    },
    async retry(messageId = lastShownAnswer(store)?.id ?? '') {
      target()
      if (elsewhere.isShown()) await becomesOurs()
      const question = questionOf(store, messageId)
      if (question !== undefined) await order(question)
    },
    async regenerate(messageId = lastShownAnswer(store)?.id ?? '') {
      target()
      if (elsewhere.isShown()) await becomesOurs()
      const question = wholeQuestionOf(store, messageId)
      if (question !== undefined) await order(question)
    },
    async edit(messageId, content) {
      const typed = copy(content)
      target()
      if (elsewhere.isShown()) await becomesOurs()
      const before = store.getMessage(messageId)
      if (before?.role !== 'user')
        throw new TypeError(`There is no user message "${messageId}" to edit. It may have been removed.`)
      const { id: _, ...rest } = before
      const parent = store.getParent(messageId) ?? null
      await ask({ ...rest, ...userMessage(typed, now()) }, parent)
    },
    async continue(messageId = store.getIds().at(-1)) {
      if (messageId === undefined || active() || elsewhere.isShown() || elsewhere.has(messageId)) return
      if (!store.getMessage(messageId)) return
      target()
      await order(messageId, true)
    },
    async addToolResult(callKey, value) {
      const answerId = callKey.slice(0, callKey.lastIndexOf('/'))
      if (!store.getMessage(answerId)) return false
      // Two tabs may answer the same call at the same moment: one of them is first, and the other hears of it.
      const claims = claimsOf(await loadAnswer())
      const isOurs = await claims.resume(answerId)
      const added = isOurs ? await (await loadDesk()).addResult(callKey, value) : { isTaken: false }
      claims.end()
      const { isTaken, goOn } = added
      if (goOn !== undefined && (config.transport ?? config.endpoint)) await order(goOn, true)
      return isTaken
    },
    getApprovals: () => state.approvals,
    decideApproval: async (key, decision) => (await loadDesk()).decide(key, decision),
    revokeApproval: async (toolName) => (await loadDesk()).revoke(toolName),
    configure(change) {
      const before = config
      config = { ...config, ...change }
      preload()
      update({ model: config.model })
      // Tools are often the same ones made anew, as on each render of a host.
      const { tools: _, ...others } = change
      const keys = Object.keys(others) as (keyof typeof others)[]
      if (config.model === before.model && keys.some((key) => before[key] !== config[key])) listeners.notify()
    },
    getConfig: () => config,
    attach: keepers.attach,
    setElsewhere: elsewhere.set,
  }

  store.subscribeIds(() => {
    if (current?.isGone()) current.end()
    update()
  })
  elsewhere.subscribe(update)
  preload()
  return chat
}

function isSame(a: ChatState, b: ChatState): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<keyof ChatState>
  return Array.from(keys).every((key) => a[key] === b[key])
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
