import { hasSameFields, callHost, createListeners } from '@antiphon/base'
import { randomId } from '../message/random-id.js'
import type { ContentPart, Message, UserMessage } from '../message/types.js'
import { createMessageStore } from '../tree/message-store.js'
import { readCallKey } from '../pairing/call-key.js'
import { getAnswer, lastResult } from './answer-results.js'
import { chatTools } from './chat-tools.js'
import { asksAtRest, lastShownAnswer, openAnswerAt, questionOf, wholeQuestionOf } from './find-target.js'
import { createKeepers } from './keepers.js'
import { createElsewhere, createLiveSteps } from './live-steps.js'
import { becomes, createMessageQueue, type RunPlace } from './message-queue.js'
import { createPerformer, loadEngine, targetOf } from './perform-run.js'
import { beginAnswer, createRun, type Run, type RunEnd } from './run.js'
import type { ToolRunner } from './tool-runner.js'
import type {
  AnswerEnd,
  ChatController,
  ChatConfig,
  ChatOptions,
  ChatState,
  RequestOptions,
  SendOptions,
} from './types.js'

/** Where and how a run begins. */
interface Order extends RunPlace {
  head: string
  /** Goes on from `head`, instead of answering it. */
  isResumed?: boolean
  /** How often the user had stopped when the order was given. */
  stopsBefore?: number
  options?: RequestOptions
}

/** An endpoint may be given by its base URL alone. */
function settled(change: Parameters<ChatController['configure']>[0]): ChatConfig {
  const { endpoint, ...rest } = change
  return typeof endpoint === 'string' ? { ...rest, endpoint: { baseUrl: endpoint } } : (change as ChatConfig)
}

/** Creates a conversation. */
export function createChat(options: ChatOptions): ChatController {
  const {
    now = Date.now,
    generateId = randomId,
    scheduler,
    memory,
    random,
    messages = [],
    threadId,
    ...settings
  } = options
  const { system } = settings
  const store = createMessageStore({ messages: withSystem(messages, system), scheduler, generateId })
  const live = createLiveSteps()
  const elsewhere = createElsewhere(store, live, now)
  const keepers = createKeepers()
  const listeners = createListeners()
  let config = settled(settings)
  let state: ChatState = { status: 'ready', queue: [], approvals: [], grants: [], model: config.model }
  /** The present run, until it has written its ending. */
  let current: Run | undefined
  let phase: 'submitted' | 'streaming' = 'submitted'
  let hasFailed = false
  /** The answer whose failure has been seen. */
  let seen: string | undefined
  /** Resolves when the last run has written its ending. */
  let ending: Promise<unknown> = Promise.resolve()
  /** How often the user has stopped. */
  let stops = 0
  let tools: ToolRunner | undefined

  /** The first request that needs them reports a failure to load; this only asks early. */
  const preload = (): void => {
    // A provider may ask a person about a call of its own, so a chat without tools can have an open question.
    const loaded =
      chatTools(config).length > 0 || asksAtRest(store)
        ? loadTools().then(({ refresh }) => refresh())
        : loadEngine()
    loaded.catch(() => {})
  }

  const loadTools = async (): Promise<ToolRunner> => {
    if (tools) return tools
    const { createToolRunner } = await loadEngine()
    return (tools ??= createToolRunner({
      store,
      getState: () => state,
      getConfig: () => config,
      subscribe: listeners.add,
      live,
      now,
      threadId: threadId ?? generateId(),
      isRunning: () => active() !== undefined,
      elsewhere,
      resume: async (answerId) => (active() ? undefined : order({ head: answerId, isResumed: true })),
      publish: update,
    }))
  }

  /** A run that was told to end no longer counts, although it may still write its ending. */
  const active = (): Run | undefined => (current?.signal.aborted ? undefined : current)

  const statusNow = (): ChatState['status'] => {
    if (current) return phase
    if (queue.isWaiting() && !keepers.isLoaded()) return 'submitted'
    if (elsewhere.isShown()) return 'streaming'
    return hasFailed ? 'error' : 'ready'
  }

  /** Publishes what differs. */
  const update = (change: Partial<ChatState> = {}): void => {
    const { isElsewhere: _, ...rest } = state
    const isElsewhere = !current && elsewhere.isShown()
    const next: ChatState = { ...rest, ...change, status: statusNow(), ...(isElsewhere && { isElsewhere }) }
    if (hasSameFields(state, next)) return
    state = next
    listeners.notify()
  }

  const target = (): void => void targetOf(config)

  const performer = createPerformer({
    store,
    live,
    elsewhere,
    keepers,
    now,
    memory,
    random,
    threadId,
    system,
    loadTools,
    onFirstToken(run) {
      if (active() !== run) return
      phase = 'streaming'
      update()
    },
    steer: (run) =>
      run.config.steering !== 'after-answer' &&
      queue.steer(run, ({ content, options: given }) => {
        run.append(userMessage(content, now(), given))
        const { body, headers } = run.options
        run.options = { body: { ...body, ...given?.body }, headers: { ...headers, ...given?.headers } }
      }),
  })

  const queue = createMessageQueue({
    store,
    elsewhere,
    keepers,
    generateId,
    active,
    get: () => state.queue,
    set: (messages) => update({ queue: messages }),
    subscribe: listeners.add,
    async ask({ id, content, parent, options: given }, place) {
      target()
      const stopsBefore = stops
      const head = store.append(userMessage(content, now(), given), { parent: place })
      queue.remove(id)
      return begin({ head, stopsBefore, parent, options: given })
    },
  })

  /** Starts a run; a newer order takes over from the one before. Resolves when it has ended. */
  const begin = async (given: Order): Promise<RunEnd> => {
    const { head, isResumed, stopsBefore = stops, options: along, ...place } = given
    // In a loop: a listener may start another run when one ends.
    while (active()) current?.end()
    const run = (current = createRun(store, config, head, along))
    seen = undefined
    queue.follow(run, place)
    phase = 'submitted'
    // A listener of the new question has called `stop`.
    if (stops !== stopsBefore) run.end()
    update()
    const first = isResumed ? undefined : beginAnswer({ store, live, now }, run)
    let end: RunEnd = 'failed'
    const before = ending
    try {
      const work =
        first || isResumed ? performer.perform(run, first, before) : Promise.resolve<RunEnd>('stopped')
      ending = work.catch(() => {})
      end = await work
      if (end === 'done' && run.signal.aborted) end = 'stopped'
    } finally {
      // A later run may have taken over: then its state stays as it is. This runs also when the host's `stopWhen` throws.
      if (current === run) {
        current = undefined
        hasFailed = end === 'failed'
        update()
      }
      tellEnd(run, end)
    }
    return end
  }

  /** An order with nothing to do has no answer. */
  const tellEnd = ({ answerId, config: { onError, onFinish } }: Run, outcome: AnswerEnd['outcome']): void => {
    const message = answerId === undefined ? undefined : getAnswer(store, answerId)
    if (!message) return
    if (outcome === 'failed' && message.error) callHost(onError, message.error)
    if (onFinish) callHost(onFinish, { message, messages: store.getPath(message.id), outcome })
  }

  const order = async (given: Order): Promise<void> => {
    if ((await begin(given)) === 'done') await queue.drain()
  }

  /** Adds a question and requests its answer. */
  const ask = (
    question: Message,
    version?: { parent: string | null; replaces: string },
    stopsBefore = stops,
    along?: RequestOptions,
  ): Promise<void> => {
    const head = store.append(question, version)
    return order({ head, isNew: true, stopsBefore, replaces: version?.replaces, options: along })
  }

  /**
   * Resolves when no other tab writes the shown branch. Called only while one does, so that all other orders begin at once
   * and in order.
   */
  const becomesOurs = async (): Promise<void> => {
    await becomes({ store, elsewhere, subscribe: listeners.add }, () => !elsewhere.isShown())
    target()
  }

  const orderAgain = async (find: () => string | undefined, along?: RequestOptions): Promise<void> => {
    const stopsBefore = stops
    target()
    if (elsewhere.isShown()) await becomesOurs()
    const question = find()
    if (question === undefined || stops !== stopsBefore) return
    // The question may be an answer that has lost a result: its call runs first.
    const open = openAnswerAt(store, question)
    await order({
      ...(open === undefined ? { head: question } : { head: open, isResumed: true }),
      options: along,
    })
  }

  const addResult = async (messageId: string, callKey: string, value: unknown) => {
    const claims = await performer.claims()
    try {
      // Two tabs may answer the same call at once: one is first, and the other reads its result.
      const isOurs = (await claims.resume(messageId)) !== 'elsewhere'
      return isOurs ? await (await loadTools()).addResult(callKey, value) : { isTaken: false }
    } finally {
      claims.end()
    }
  }

  const chat: ChatController = {
    store,
    getState: () => state,
    subscribe: listeners.add,
    getLiveStep: live.get,
    subscribeLiveStep: live.subscribe,

    async send(content, along) {
      target()
      const run = active()
      const isFree = keepers.isLoaded() && !elsewhere.isShown()
      if (!run && isFree && state.queue.length === 0)
        return ask(userMessage(copy(content), now(), along), undefined, stops, along)
      queue.add(copy(content), along)
      if (!run) await queue.drain()
    },
    async sendQueued() {
      if (state.queue.length === 0) return
      target()
      await queue.drain()
    },
    unqueue: queue.remove,
    stop() {
      stops++
      queue.stop()
      current?.end()
      store.flush()
    },
    async retry(messageId = lastShownAnswer(store)?.id ?? '', along) {
      await orderAgain(() => questionOf(store, messageId, chatTools(config)), along)
    },
    async regenerate(messageId = lastShownAnswer(store)?.id ?? '', along) {
      await orderAgain(() => wholeQuestionOf(store, messageId), along)
    },
    async edit(messageId, content, along) {
      const typed = copy(content)
      const stopsBefore = stops
      target()
      if (elsewhere.isShown()) await becomesOurs()
      const before = store.getMessage(messageId)
      if (before?.role !== 'user')
        throw new TypeError(`There is no user message "${messageId}" to edit. It may have been removed.`)
      const { id: _, ...rest } = before
      const parent = store.getParent(messageId) ?? null
      const question = { ...rest, ...userMessage(typed, now(), along) }
      await ask(question, { parent, replaces: messageId }, stopsBefore, along)
    },
    async continue(messageId = store.getIds().at(-1), along) {
      if (messageId === undefined || active() || elsewhere.isShown() || elsewhere.has(messageId)) return
      if (!store.getMessage(messageId)) return
      target()
      await order({ head: messageId, isResumed: true, options: along })
    },
    async addToolResult(callKey, value) {
      const place = readCallKey(callKey)
      if (!place || !store.getMessage(place.messageId)) return false
      const stopsBefore = stops
      const arrived = keepers.expect()
      const { isTaken, goOn } = await addResult(place.messageId, callKey, value).finally(arrived)
      const mayGoOn = (): boolean =>
        stops === stopsBefore && !active() && (config.transport ?? config.endpoint) !== undefined
      if (goOn === undefined) return isTaken
      const run = active()
      if (mayGoOn()) await order({ head: goOn, isResumed: true })
      // It may be past the place where it looks. Not awaited: a tool of that run may wait for this.
      else if (run)
        void ending.then(() => {
          const isEnd = run.isLeftOpen && store.getIds().at(-1) === lastResult(store, goOn)
          return isEnd && mayGoOn() ? order({ head: goOn, isResumed: true }) : undefined
        })
      return isTaken
    },
    getError() {
      const last = store.getIds().findLast((id) => store.getMessage(id)?.role !== 'tool') ?? ''
      return last === seen ? undefined : getAnswer(store, last)?.error
    },
    clearError() {
      seen = lastShownAnswer(store)?.id
      hasFailed = false
      update()
      listeners.notify()
    },
    getApprovals: () => state.approvals,
    async decideApproval(key, decision) {
      const stopsBefore = stops
      const { decide } = await loadTools()
      return stops === stopsBefore ? decide(key, decision) : { status: 'stale' }
    },
    answerQuestion: async (key, answer) => (await loadTools()).answer(key, answer),
    revokeApproval: async (toolName) => (await loadTools()).revoke(toolName),
    configure(change) {
      const before = config
      config = { ...config, ...settled(change) }
      preload()
      update({ model: config.model })
      // Hosts often create the same tools again on each render.
      const { tools: _, ...others } = change
      const isOther = !hasSameFields(before, { ...before, ...others })
      if (config.model === before.model && isOther) listeners.notify()
    },
    getConfig: () => config,
    attach: keepers.attach,
    setElsewhere: elsewhere.set,
  }

  store.subscribeIds(() => {
    if (current?.isGone()) current.end()
    update()
    // A thread that is loaded into a chat may wait for a person.
    if (!tools && !current && asksAtRest(store)) preload()
  })
  elsewhere.subscribe(update)
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

function userMessage(
  content: string | ContentPart[],
  timestamp: number,
  { metadata }: SendOptions = {},
): UserMessage {
  return { role: 'user', content, timestamp, ...(metadata && { metadata: { ...metadata } }) }
}
