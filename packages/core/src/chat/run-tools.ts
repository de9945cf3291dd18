import type { AssistantMessage, StoredMessage, ToolMessage } from '../message/types.js'
import { loadToolLoop } from '../tools/load-tool-loop.js'
import type { StepContext } from './run-step.js'

/** May the calls of this answer run? Never those of a turn that was cut off: a call may be half a call. */
export function mayRunCalls(message: AssistantMessage): boolean {
  if (!message.tool_calls?.length || message.isError) return false
  return (
    message.finishReason === 'tool_calls' ||
    message.finishReason === 'stop' ||
    message.finishReason === undefined
  )
}

/**
 * Runs the calls of a finished answer and appends their results under it, in the order of the calls, each as soon as
 * those before it are there. Returns the id of the last result, and whether every call was answered.
 */
export async function runTools(
  context: StepContext,
  answer: StoredMessage & AssistantMessage,
): Promise<{ tail: string; answered: boolean }> {
  const { store, live, config, signal, now } = context
  const calls = answer.tool_calls ?? []
  const ready: (ToolMessage | undefined)[] = []
  let appended = 0
  let tail = answer.id

  const appendReady = (upTo: number): void => {
    for (; appended < upTo; appended++) {
      const result = ready[appended]
      if (result) tail = store.append({ ...result, timestamp: now() }, { parent: tail })
    }
  }

  live.update(answer.id, { phase: 'tools', activePart: undefined })
  const { runToolCalls } = await loadToolLoop()
  const results = await runToolCalls({
    calls,
    keyOf: (index) => `${answer.id}/${index}`,
    tools: new Map((config.tools ?? []).map((tool) => [tool.name, tool])),
    gate: config.gateToolCalls,
    signal,
    now,
    sequential: config.toolExecution === 'sequential',
    onCall(index, call) {
      if (call.result) {
        ready[index] = call.result
        let upTo = appended
        while (upTo < calls.length && ready[upTo]) upTo++
        // First into the array, then out of the live state: at no moment is a result in neither.
        appendReady(upTo)
      }
      live.setCall(answer.id, index, call)
    },
  })
  appendReady(calls.length)
  return { tail, answered: results.every((result) => result !== undefined) }
}
