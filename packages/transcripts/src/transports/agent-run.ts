import { ChatError, isChatError, type ToolContent } from '@antiphon/core'
import { copyJson, raceAbort, isRecord, type JsonObject } from '@antiphon/base'
import { isResponse } from '@antiphon/core/wire'
import {
  createStep,
  writeEvent,
  type AgentStep,
  type AgentEvent,
  writeText,
  type AgentPiece,
  type AgentReader,
  type EventSource,
} from './agent-step.js'
import { readEvents } from './read-events.js'

/** The answers of one run, made from its events, each with the results of its calls. */
export interface AgentSteps {
  readonly list: readonly AgentStep[]
  /** Reads one event. Events after the end of the run do not count. */
  take(event: AgentEvent): void
  /** The answer that is being written, begun if there is none. */
  open(): AgentStep
  /** The source is at its end: an answer that has none of its own is cut, by `failure` if there is one. */
  end(failure?: unknown): void
  /** The run is over. */
  readonly ended: boolean
  /** The failure that broke the run off between two answers. */
  readonly failure: unknown
  /** Has an answer of this run begun to say something? */
  readonly hasBegun: boolean
}

/**
 * @param onStepEnd called before the end of an answer is handed out, so that its calls are known by then.
 * @param before the last answer of the thread when the run began: its calls may get results now.
 */
export function createAgentSteps(
  onStepEnd: (step: AgentStep) => void = () => {},
  before?: AgentStep,
): AgentSteps {
  let hasBegun = false
  const steps: AgentStep[] = []
  const held: AgentEvent[] = []
  let ended = false
  let failure: unknown

  function open(): AgentStep {
    const last = steps.at(-1)
    if (last && !last.closed) return last
    const step = createStep()
    steps.push(step)
    for (const event of held.splice(0)) writeEvent(step, event)
    return step
  }

  /** An event without a place in a message does not begin one. It waits for the next message. */
  function keep(event: AgentEvent): void {
    const last = steps.at(-1)
    if (last && !last.closed) writeEvent(last, event)
    else held.push(event)
  }

  return {
    list: steps,
    open,
    take(event) {
      if (ended) return
      if (event.type === 'result' || event.type === 'progress') {
        // From the latest answer with such a call, because ids repeat in later answers.
        const all = before ? [before, ...steps] : steps
        const owner = all.findLast(({ calls }) =>
          calls.some(({ id, isRow }) => !isRow && (id === event.callId || !event.callId)),
        )
        if (event.type === 'progress') owner?.progress.set(event.callId, event.value)
        else if (owner) owner.results.push(event)
        else keep({ type: 'unknown', event: { result_without_call: event.callId, ...event.value } })
        return
      }
      // A copy, because the other system may change the object before an answer takes it.
      if (event.type === 'unknown') return keep({ type: 'unknown', event: copyJson(event.event) })
      if (event.type === 'over') {
        ended = true
        return
      }
      // An event without an answer stays with the answer before it.
      const last = steps.at(-1)
      if (event.type === 'about' && last?.closed) return
      if (event.type === 'failure' && last?.closed) {
        failure = toFailure(event.error)
        ended = true
        return
      }
      const step = open()
      // A row, such as the state, may come before the result of a call that was asked about.
      hasBegun ||= (event.type === 'delta' && !isRow(event.delta)) || event.type === 'whole'
      writeEvent(step, event)
      if (step.closed) onStepEnd(step)
      if (event.type === 'failure') ended = true
    },
    end(reason) {
      failure = reason ?? failure
      if (held.length > 0 && steps.length === 0 && failure === undefined) open()
      const last = steps.at(-1)
      // Without an end the answer counts as cut: its stream stops without a finish reason.
      if (last && !last.closed) {
        last.closed = true
        last.error = failure
        failure = undefined
        onStepEnd(last)
      }
      ended = true
    },
    get ended() {
      return ended
    },
    get failure() {
      return failure
    },
    get hasBegun() {
      return hasBegun
    },
  }
}

function isRow({ tool_calls: calls }: JsonObject): boolean {
  return (
    Array.isArray(calls) && calls.every((call: unknown) => isRecord(call) && call.providerRun !== undefined)
  )
}

function toFailure(error: unknown): Error {
  if (isChatError(error) || error instanceof Error) return error
  const message = typeof error === 'string' ? error : 'The run failed.'
  return new ChatError({
    kind: 'provider',
    message,
    raw: typeof error === 'string' ? undefined : JSON.stringify(error),
  })
}

/** One run of the other system, from the question to its last word: several answers, with results between them. */
export interface AgentRun {
  /**
   * The next answer, or undefined when there is none: the run has ended. Rejects with the failure that broke the run off
   * between two.
   */
  next(): Promise<AgentStep | undefined>
  /** Resolves once it is known whether there is a next answer, or a failure in its place. */
  hasNext(): Promise<boolean>
  /** Has the other system written anything of an answer? */
  hasBegun(): boolean
  /** The chunks of an answer, as they come. */
  read(step: AgentStep): AsyncGenerator<AgentPiece, void>
  /**
   * The result of a call, each handed out once. Rejects when the run ends without it. For a call of `before` the run may also go on
   * without one, and then there is undefined.
   */
  result(
    step: AgentStep,
    callId: string,
    signal: AbortSignal,
    onProgress?: (value: unknown) => void,
  ): Promise<ToolContent | undefined>
  stop(reason?: unknown): void
}

export interface AgentRunOptions {
  reader: AgentReader
  open(signal: AbortSignal): Promise<EventSource> | EventSource
  /** Called before the end of an answer is handed out, so that its calls are known by then. */
  onStepEnd(step: AgentStep): void
  /** The answer at the end of the thread, whose calls the run may answer. */
  before?: AgentStep
  /** As `AgentSystem.resume`. */
  resume?(signal: AbortSignal): Promise<EventSource | undefined>
}

/** How often a broken connection is resumed without a new event in between. */
const MAX_RESUMES = 3

/** Reads a run from beginning to end, independently of its consumers. */
export function createAgentRun({ reader, open, onStepEnd, before, resume }: AgentRunOptions): AgentRun {
  const steps = createAgentSteps(onStepEnd, before)
  const control = new AbortController()
  const { signal } = control
  let handedOut = 0
  let wake = (): void => {}
  let changed = new Promise<void>((resolve) => (wake = resolve))

  function notify(): void {
    const done = wake
    changed = new Promise((resolve) => (wake = resolve))
    done()
  }

  /** Number of events read in the whole run, to skip those that come again when the run is resumed. */
  let read = 0

  async function readFrom(source: EventSource): Promise<void> {
    let at = 0
    for await (const event of readEvents(source, signal)) {
      // Half an event comes whole when the line is taken up.
      if ('text' in event && event.cut && resume) throw new Error('The stream ended inside an event.')
      if (at++ < read) continue
      read = at
      if ('text' in event) writeText(steps.open(), event.text, event.cut)
      else for (const meaning of reader(event.value)) steps.take(meaning)
      notify()
      if (steps.ended) return
    }
    for (const meaning of reader.end?.() ?? []) steps.take(meaning)
  }

  /** Continues where the connection broke, as long as new events come. */
  async function takeUp(failure: unknown): Promise<unknown> {
    let broken = failure
    if (!resume) return broken
    for (let left = MAX_RESUMES; left > 0 && !steps.ended && !signal.aborted; left--) {
      const earlier = read
      try {
        const source = await raceAbort(resume(signal), signal)
        if (!source || (isResponse(source) && !source.ok)) return broken
        await readFrom(source)
        broken = undefined
      } catch (error) {
        broken = error
      }
      if (read > earlier) left = MAX_RESUMES + 1
    }
    return broken
  }

  async function pump(): Promise<void> {
    let failure: unknown
    try {
      await readFrom(await raceAbort(Promise.resolve(open(signal)), signal))
    } catch (error) {
      failure = error
    }
    // A run that never began was refused, or the server is not there.
    if (!steps.ended && read > 0) failure = await takeUp(failure)
    steps.end(failure)
    notify()
  }

  // Begun here, because callers that wait for the first answer wait for this.
  void pump()

  async function hasNext(): Promise<boolean> {
    while (handedOut >= steps.list.length && !steps.ended) await changed
    return handedOut < steps.list.length || steps.failure !== undefined
  }

  return {
    hasNext,
    hasBegun: () => steps.hasBegun,
    async next() {
      await hasNext()
      const step = steps.list[handedOut]
      if (step) {
        handedOut++
        return step
      }
      if (steps.failure !== undefined) throw steps.failure
      return undefined
    },
    async *read(step) {
      for (;;) {
        yield* step.pieces.splice(0)
        // More may have come while those were read.
        if (step.pieces.length > 0) continue
        if (step.closed) break
        await changed
      }
      if (step.error !== undefined) throw step.error
    },
    async result(step, callId, callSignal, onProgress) {
      let told: unknown
      for (;;) {
        const progress = step.progress.get(callId)
        if (progress !== told) onProgress?.((told = progress))
        const at = step.results.findIndex((found) => found.callId === callId || found.callId === '')
        if (at >= 0) {
          step.handedOut++
          return step.results.splice(at, 1)[0]!.value
        }
        if (steps.ended && steps.failure !== undefined) throw steps.failure
        if (step === before && (steps.ended || steps.hasBegun)) return undefined
        if (steps.ended) throw new Error('The run ended before the result of this call came.')
        await raceAbort(changed, callSignal)
      }
    },
    stop: (reason) => control.abort(reason),
  }
}
