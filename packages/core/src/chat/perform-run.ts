import { isChatError } from '../errors/chat-error.js'
import { loadPart } from '../errors/load-part.js'
import { raceAbort } from '@antiphon/base'
import type { AssistantMessage } from '../message/types.js'
import type { ChatTransport } from '../provider/connection/types.js'
import type { EndpointConfig } from '../provider/request/types.js'
import type { MessageStore } from '../tree/message-store.js'
import type { StoredAnswer } from './answer-results.js'
import type { Keepers } from './keepers.js'
import type * as Engine from './engine.js'
import type { AnswerLeases } from './leases.js'
import type { Elsewhere, LiveSteps } from './live-steps.js'
import type { RunContext } from './run-answer.js'
import type { Run, RunEnd } from './run.js'
import type { ChatConfig, ChatOptions } from './types.js'
import type { RunClaims } from './run-claims.js'

/**
 * Loads what answers: requests, the reader of answers, the tool loop. A page that shows a thread does not need it. A chat asks
 * for it when it is made, so it is there by the first request.
 *
 * @throws ChatError `load_failed`, see `loadPart`.
 */
export async function loadEngine(): Promise<typeof Engine> {
  return (engine ??= await loadPart(() => import('./engine.js')))
}

/** Kept, because a loaded engine then costs one microtask; a browser takes longer to import a module that it already has. */
let engine: typeof Engine | undefined

/**
 * The answer to a request that was never made: it failed with `error`, or somebody stopped it. It is written here, because
 * the reader of answers is in the engine, and the engine may have failed to load.
 */
export function unanswered(error: unknown, at: number, model: string | undefined): AssistantMessage {
  const data = isChatError(error) ? error.data : { kind: 'provider' as const, message: String(error), model }
  const how: Partial<AssistantMessage> =
    error === undefined
      ? { finishReason: 'cancelled' }
      : { finishReason: 'error', isError: true, error: data }
  return { role: 'assistant', content: '', timing: { startedAt: at, durationMs: 0 }, ...how }
}

/** Where the requests of these settings go. Throws a TypeError when they name nothing. */
export function targetOf({ transport, endpoint }: ChatConfig): EndpointConfig | ChatTransport {
  const found = transport ?? endpoint
  if (!found) throw new TypeError('The chat has no `endpoint` and no `transport`. Give it one of them.')
  return found
}

/** The parts of a chat that its runs need. */
export interface PerformerHost
  extends
    Pick<ChatOptions, 'memory' | 'random' | 'threadId' | 'system'>,
    Pick<RunContext, 'loadTools' | 'steer'> {
  store: MessageStore
  live: LiveSteps
  elsewhere: Elsewhere
  keepers: Keepers
  now(): number
  onFirstToken(run: Run): void
}

export interface Performer {
  /** The claims of one order, on the leases of this chat. Rejects when the engine cannot be loaded. */
  claims(): Promise<RunClaims>
  /**
   * Carries a run out: loads the engine, lets it answer, and writes the ending when no request could be made.
   *
   * @param first the empty answer; undefined for a run that goes on from its head.
   * @param before settles when the run before has written its ending.
   */
  perform(run: Run, first: StoredAnswer | undefined, before: Promise<unknown>): Promise<RunEnd>
}

export function createPerformer(host: PerformerHost): Performer {
  const { store, live, elsewhere, keepers, now, threadId } = host
  let leases: AnswerLeases | undefined
  /** The prompt that the thread was made or last set with. */
  let system = host.system

  const claims = async (): Promise<RunClaims> => {
    const { createAnswerLeases, createClaims } = await loadEngine()
    leases = keepers.leases() ?? leases
    if (threadId !== undefined) leases ??= createAnswerLeases(threadId)
    return createClaims(leases, keepers)
  }

  /** Another tab has the answer. Shows it as written elsewhere until it is free. */
  const followElsewhere = (answerId: string): void => {
    elsewhere.set(answerId, true)
    const over = new AbortController()
    const unsubscribe = elsewhere.subscribe(() => elsewhere.has(answerId) || end())
    void leases?.freed(answerId, over.signal).then(async () => {
      await keepers.refresh()
      // Without a keeper this chat cannot learn what the other tab did with it.
      if (!keepers.canRefresh()) elsewhere.lose(answerId)
      elsewhere.set(answerId, false)
      end()
    })
    function end(): void {
      unsubscribe()
      over.abort()
    }
  }

  const contextOf = (run: Run): Omit<RunContext, 'claims'> => ({
    ...host,
    target: targetOf(run.config),
    async beforeRequest() {
      await Promise.all([run.config.beforeRequest?.(), keepers.beforeRequest()])
    },
    beforeCalls: keepers.flush,
    onFirstToken: () => host.onFirstToken(run),
    onElsewhere: followElsewhere,
  })

  return {
    claims,
    async perform(run, first, before) {
      const { signal } = run
      /** The ending of an answer for which nothing was requested. */
      const endUnanswered = (error?: unknown): RunEnd => {
        const failure = unanswered(error, now(), run.config.model)
        if (first) {
          store.write(first.id, { ...first, ...failure })
          store.flush()
          live.end(first.id)
        } else if (error !== undefined && !run.isGone())
          run.answerId = run.append({ ...failure, timestamp: now() })
        return error === undefined ? 'stopped' : 'failed'
      }
      let engine: Awaited<ReturnType<typeof loadEngine>>
      try {
        // The run before may write its last results into this branch: they come before the next request.
        await raceAbort(before, signal)
        engine = await raceAbort(loadEngine(), signal)
      } catch (error) {
        return endUnanswered(signal.aborted ? undefined : error)
      }
      const held = await claims()
      const context = { ...contextOf(run), claims: held }
      const { config } = run
      if (config.system !== system || first) engine.setSystem(store, run, config.system !== system)
      system = config.system
      try {
        return first ? await engine.runAnswer(context, run, first) : await engine.resumeRun(context, run)
      } catch (error) {
        first = undefined
        if (signal.aborted && error === signal.reason) return 'stopped'
        if (isChatError(error)) return endUnanswered(error)
        throw error
      } finally {
        held.end()
      }
    },
  }
}
