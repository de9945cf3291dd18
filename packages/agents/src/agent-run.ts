import type { ToolContent } from '@antiphon/core'
import { isResponse } from '@antiphon/core/wire'
import { raceAbort } from '@antiphon/base'
import {
  createAgentSteps,
  writeText,
  type AgentPiece,
  type AgentReader,
  type AgentStep,
} from '@antiphon/transcripts/agents'
import { readSource } from './read-source.js'
import type { EventSource } from './types.js'

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
    for await (const event of readSource(source, signal)) {
      if ('words' in event) {
        if (read === 0 && !steps.hasBegun) steps.open().pieces.push(event.words)
        else steps.take({ type: 'aside', event: { message: event.words } })
        continue
      }
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
