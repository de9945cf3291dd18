import type { Message, StoredMessage } from '../message/types.js'
import type { MessageStore } from '../tree/message-store.js'
import { lastResult, getAnswer, type StoredAnswer } from './answer-results.js'
import type { LiveSteps } from './live-steps.js'
import type { ChatConfig, RequestOptions } from './types.js'

/** `done`: the answer ended well. `stopped`: by the user, a newer order, or because its branch was taken away. */
export type RunEnd = 'done' | 'failed' | 'stopped'

/**
 * One order to the model, from the request to the last answer of the tool loop. It owns a branch of the thread and finds its
 * messages by their parents. So it does not matter which branch is on screen.
 */
export interface Run {
  /** The settings with which it began. */
  readonly config: ChatConfig
  /** Body fields and headers of its requests. Messages that the user sends meanwhile may add more. */
  options: RequestOptions
  /** The answer that it writes, or wrote last. */
  answerId?: string
  /** True when it ended with calls of that answer still open. */
  isLeftOpen?: boolean
  /** Aborted when the run is to end. */
  readonly signal: AbortSignal
  /** The question, steering message or answer that its branch has come to; results of its calls follow it. */
  readonly head: string
  /** The end of its branch: `head`, or the last result after it. The next message follows this one. */
  getLeaf(): string
  /** The branch from the top down to its end. */
  getMessages(): readonly StoredMessage[]
  /** Has its branch been taken out of the thread? */
  isGone(): boolean
  /** `head`, or the last message above it that was not taken out. Undefined: the whole branch was. */
  getRest(): string | undefined
  /** Adds a message at the end of the branch, and returns its id. */
  append(message: Message): string
  /** Goes on at another message. */
  moveTo(head: string): void
  end(): void
}

export function createRun(
  store: MessageStore,
  config: ChatConfig,
  start: string,
  options: RequestOptions = {},
): Run {
  const controller = new AbortController()
  let head = start
  let getRest = branchOf(store, start)
  const moveTo = (next: string): string => {
    getRest = branchOf(store, next)
    return (head = next)
  }
  const getLeaf = (): string => lastResult(store, head)
  return {
    config,
    options,
    signal: controller.signal,
    get head() {
      return head
    },
    getLeaf,
    getMessages: () => store.getPath(getLeaf()),
    isGone: () => store.getMessage(head) === undefined,
    getRest: () => getRest(),
    append: (message) => moveTo(store.append(message, { parent: getLeaf() })),
    moveTo: (next) => void moveTo(next),
    end: () => controller.abort(),
  }
}

/** Follows a branch. The returned function gives its last message or, if that was removed, the nearest one above. */
export function branchOf(store: MessageStore, end: string | null): () => string | undefined {
  const path = store.getPath(end).map(({ id }) => id)
  return () => path.findLast((id) => store.getMessage(id))
}

/**
 * Puts an empty answer at the end of the run's branch and shows it as waiting, before anything is loaded or sent. Returns
 * undefined when the branch is gone; a listener may remove it during this call.
 */
export function beginAnswer(
  { store, live, now }: { store: MessageStore; live: LiveSteps; now(): number },
  run: Run,
): StoredAnswer | undefined {
  if (run.isGone()) return undefined
  const startedAt = now()
  const { model } = run.config
  const id = run.append({ role: 'assistant', content: '', model, timestamp: startedAt })
  const answer = getAnswer(store, id)
  run.answerId = id
  if (answer) live.start(id, { phase: 'waiting', startedAt, model, calls: {} })
  return answer
}
