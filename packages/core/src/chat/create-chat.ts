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
import { followRun, type RunPlace } from './message-queue.js'
import type { RunContext } from './run-answer.js'
import type { RunClaims } from './run-claims.js'
import { createRun, type Run, type RunEnd } from './run.js'
import type { ToolDesk } from './tool-desk.js'
import { unanswered } from './unanswered.js'

/** What a run is to begin with. */
interface Order extends Pick<RunPlace, 'replaces' | 'parent'> {
  head: string
  /** Goes on from `head`, instead of answering it. */
  isResumed?: boolean
  /** How often the user had stopped when the order was given. */
  stopsBefore?: number
}

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
  /** The last run that began: what waits in the queue without a `parent` follows it. */
  let last: Run | undefined
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
          elsewhere,
          resume: async (answerId) => (active() ? undefined : order({ head: answerId, isResumed: true })),
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
      const taken = state.queue.filter(({ parent }) => parent === undefined)
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
  const begin = async ({ head, isResumed, stopsBefore = stops, ...place }: Order): Promise<RunEnd> => {
    // More than once where a listener of the end gives an order of its own.
    while (active()) current?.end()
    const run = (current = createRun(store, config, head))
    const queue = followRun(store, state.queue, { run, last, ...place })
    if (queue !== state.queue) update({ queue })
    last = run
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
        hasFailed = end === 'failed'
        update()
      }
    }
    return end
  }

  const order = async (given: Order): Promise<void> => {
    if ((await begin(given)) === 'done') await drain()
  }

  /** Adds a question, and asks it. */
  const ask = (question: Message, version?: { parent: string | null; replaces: string }): Promise<void> => {
    const stopsBefore = stops
    return order({ head: store.append(question, version), stopsBefore, replaces: version?.replaces })
  }

  /** Resolves once this is so, looking again when another tab begins or ends an answer and when messages come or go. */
  const becomes = (isSo: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!isSo()) return
        unsubscribe.forEach((stop) => stop())
        resolve()
      }
      const unsubscribe = [elsewhere.subscribe(look), store.subscribeIds(look), listeners.add(look)]
      look()
    })

  /** Waits until the stored thread has been read. False when the user stops. */
  const whenLoaded = async (): Promise<boolean> => {
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

  /** Where a message of the queue goes at this moment. */
  const placeOf = ({ parent }: QueuedMessage): string | null => {
    if (parent !== undefined && (parent === null || store.getMessage(parent)))
      return parent && endBelow(store, parent)
    return last && !last.isGone() ? endBelow(store, last.getLeaf()) : (store.getIds().at(-1) ?? null)
  }
  /** The oldest message whose branch no other tab writes. */
  const nextInQueue = (): QueuedMessage | undefined =>
    state.queue.find((message) => !elsewhere.isIn(store.getPath(placeOf(message))))

  /** Sends what waits in the queue, oldest first, until an answer does not end well. */
  const drain = async (): Promise<void> => {
    if (isDraining) {
      isAskedAgain ||= !active()
      return
    }
    isDraining = true
    try {
      while (!active() && state.queue.length > 0) {
        if (!keepers.isLoaded()) {
          isAskedAgain = false
          if ((await whenLoaded()) || isAskedAgain) continue
          return
        }
        const message = nextInQueue()
        if (!message) {
          await becomes(
            () => active() !== undefined || state.queue.length === 0 || nextInQueue() !== undefined,
          )
          continue
        }
        target()
        const stopsBefore = stops
        const head = sendNow(message)
        isAskedAgain = false
        const end = await begin({ head, stopsBefore, parent: message.parent })
        if (end !== 'done' && !isAskedAgain) return
      }
    } finally {
      isDraining = false
    }
  }

  /** Puts a message of the queue into the thread. */
  const sendNow = (message: QueuedMessage): string => {
    const id = store.append(userMessage(message.content, now()), { parent: placeOf(message) })
    update({ queue: state.queue.filter((other) => other.id !== message.id) })
    return id
  }

  /** Resolves when no other tab writes what is shown. Asked only then, so that ordinary orders begin at once, in order. */
  const becomesOurs = async (): Promise<void> => {
    await becomes(() => !elsewhere.isShown())
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
      const isFree = keepers.isLoaded() && !elsewhere.isShown()
      if (!run && isFree && state.queue.length === 0) return ask(userMessage(copy(content), now()))
      if (!run && state.queue.every(({ parent }) => parent !== undefined)) last = undefined
      const message: QueuedMessage = { id: generateId(), content: copy(content) }
      const shown = store.getIds()
      const end = shown.at(-1) ?? null
      // What is shown may be something else when its turn comes.
      const isOther = run
        ? !shown.includes(run.head)
        : keepers.isLoaded() && end !== null && !(last && placeOf(message) === end)
      update({ queue: [...state.queue, isOther ? { ...message, parent: end } : message] })
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
      isAskedAgain = false
      loading?.abort()
      current?.end()
      store.flush()
    },
    async retry(messageId = lastShownAnswer(store)?.id ?? '') {
      target()
      if (elsewhere.isShown()) await becomesOurs()
      const question = questionOf(store, messageId)
      if (question !== undefined) await order({ head: question })
    },
    async regenerate(messageId = lastShownAnswer(store)?.id ?? '') {
      target()
      if (elsewhere.isShown()) await becomesOurs()
      const question = wholeQuestionOf(store, messageId)
      if (question !== undefined) await order({ head: question })
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
      await ask({ ...rest, ...userMessage(typed, now()) }, { parent, replaces: messageId })
    },
    async continue(messageId = store.getIds().at(-1)) {
      if (messageId === undefined || active() || elsewhere.isShown() || elsewhere.has(messageId)) return
      if (!store.getMessage(messageId)) return
      target()
      await order({ head: messageId, isResumed: true })
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
      if (goOn !== undefined && (config.transport ?? config.endpoint))
        await order({ head: goOn, isResumed: true })
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
