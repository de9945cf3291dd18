import type { ToolContent } from '../tools/tool-types.js'
import { untilAborted } from '../tools/until-aborted.js'
import { writeText, type AgentStep } from './agent-step.js'
import { createAgentSteps } from './agent-steps.js'
import type { AgentReader, EventSource } from './agent-types.js'
import { readEvents } from './read-events.js'

/** One run of the other system, from the question to its last word: several answers, with results between them. */
export interface AgentRun {
  /** The next answer, or undefined when there is none: the run has ended. Rejects with what broke the run off between two. */
  next(): Promise<AgentStep | undefined>
  /** The pieces of an answer as they come. */
  read(step: AgentStep): AsyncGenerator<string, void>
  /** The result of a call, each handed out once. Rejects when the run ends without it. */
  result(step: AgentStep, callId: string, signal: AbortSignal): Promise<ToolContent>
  stop(reason?: unknown): void
}

export interface AgentRunOptions {
  reader: AgentReader
  open(signal: AbortSignal): Promise<EventSource> | EventSource
  /** Called before the end of an answer is handed out, so that its calls are known by then. */
  onStepEnd(step: AgentStep): void
}

/** Reads a run from its beginning to its end, whoever waits for what of it. */
export function createAgentRun({ reader, open, onStepEnd }: AgentRunOptions): AgentRun {
  const steps = createAgentSteps(onStepEnd)
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

  async function pump(): Promise<void> {
    let failure: unknown
    try {
      for await (const event of readEvents(
        await untilAborted(Promise.resolve(open(signal)), signal),
        signal,
      )) {
        if ('text' in event) writeText(steps.open(), event.text, event.cut)
        else for (const meaning of reader(event.value)) steps.take(meaning)
        notify()
        if (steps.ended) break
      }
    } catch (error) {
      failure = error
    }
    steps.end(failure)
    notify()
  }

  // Begun here: whoever waits for the first answer waits for this.
  void pump()

  return {
    async next() {
      while (handedOut >= steps.list.length && !steps.ended) await changed
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
    async result(step, callId, callSignal) {
      for (;;) {
        const at = step.results.findIndex((found) => found.callId === callId || found.callId === '')
        if (at >= 0) return step.results.splice(at, 1)[0]!.value
        if (steps.ended) throw new Error('The run ended before the result of this call came.')
        await untilAborted(changed, callSignal)
      }
    },
    stop: (reason) => control.abort(reason),
  }
}
