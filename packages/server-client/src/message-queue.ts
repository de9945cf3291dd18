import type { AnswerEnd, ChatConfig, ChatState } from '@antiphon/core'
import { persist } from './persist.js'
import type { PresentRun } from './present-run.js'
import type { RunClient } from './run-client.js'
import { RunRefusal } from './run-refusal.js'

export type QueuedMessage = ChatState['queue'][number]

export interface MessageQueueHost {
  client: RunClient
  run(): PresentRun
  getConfig(): ChatConfig
  /** Aborted when the chat lets go of the server. */
  signal(): AbortSignal
  get(): readonly QueuedMessage[]
  set(queue: readonly QueuedMessage[]): void
  /** Resolves when the thread has been read. */
  loaded(): Promise<unknown>
  /** Does an order of the person come first? */
  isAsking(): boolean
  /** Takes a message out of the queue and requests its answer. */
  ask(message: QueuedMessage): Promise<AnswerEnd['outcome']>
}

/** Messages that wait for a run: those that it takes as it goes on, and those that are sent after it. */
export function createMessageQueue(host: MessageQueueHost) {
  const { client, run, getConfig, signal, get, set, loaded, isAsking, ask } = host
  /** Messages that the run has been sent. */
  const steered = new Set<string>()
  /** Messages that wait only until a run is over: it was stopped before they were sent, or somebody else began it at that moment. */
  const due = new Set<string>()
  /** How often the person has stopped a run here. */
  let stops = 0

  const steer = ({ id, content, options: along }: QueuedMessage, stopsBefore = stops): void => {
    const runId = run().id()
    if (runId === undefined || !run().isStarted() || steered.has(id)) return
    steered.add(id)
    const message = { id, content, ...(along?.metadata && { metadata: { ...along.metadata } }) }
    persist(() => client.steer(runId, message, signal()), { signal: signal() }).catch((error: unknown) => {
      steered.delete(id)
      if (!(error instanceof RunRefusal) || stops > stopsBefore) return
      // The run was over, or stopped by somebody else, when it came.
      due.add(id)
      void drain()
    })
  }
  /** Sends what waits, oldest first, until an answer does not end well. */
  const drain = async (): Promise<void> => {
    const [next] = get()
    if (!next || run().id() || isAsking() || signal().aborted) return
    await goOn(await ask(next))
  }
  const goOn = async (outcome: AnswerEnd['outcome'] | undefined): Promise<void> => {
    if (outcome === 'done' || get().some(({ id }) => due.has(id))) await drain()
  }

  return {
    drain,
    /** Sends what waits behind a run that has ended like this. */
    goOn,
    /** Sends a message to the run, or after it. */
    async add(message: QueuedMessage): Promise<void> {
      const stopsBefore = stops
      const isAfterStop = run().isStopped()
      if (isAfterStop) due.add(message.id)
      set([...get(), message])
      await loaded()
      if (!run().id()) return drain()
      if (!isAfterStop && getConfig().steering !== 'after-answer') steer(message, stopsBefore)
    },
    /** Another run was faster: the message is sent to that one, or after it. */
    putBack(message: QueuedMessage): void {
      due.add(message.id)
      set([message, ...get()])
    },
    remove(id: string): void {
      const left = get().filter((message) => message.id !== id)
      if (left.length < get().length) set(left)
      steered.delete(id)
      due.delete(id)
    },
    /** The person stops the run: what was sent before waits until they send it. */
    stopped(): void {
      stops++
      due.clear()
    },
    started: () => getConfig().steering !== 'after-answer' && get().forEach((message) => steer(message)),
    /** They were sent to a run that did not use them. */
    ended: () => steered.clear(),
  }
}
