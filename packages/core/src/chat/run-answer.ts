import type { AssistantMessage, StoredMessage } from '../message/types.js'
import { mayRunCalls, runTools } from './run-tools.js'
import { runStep, type StepContext } from './run-step.js'

/**
 * The loop: request, run the calls of the answer, request again, until an answer has no calls to run. Returns whether
 * it ended well. A limit on the number of requests ends it with a message that says so.
 */
export async function runAnswer(context: StepContext, from: string | null): Promise<boolean> {
  const { store, live, config, signal, now } = context
  const maxSteps = config.maxSteps ?? 8
  let parent = from

  for (let step = 1; ; step++) {
    const { id, completion } = await runStep(context, parent)
    try {
      const answer = store.getMessage(id) as (StoredMessage & AssistantMessage) | undefined
      // Removed while it ran, by a reset of the thread.
      if (!answer) return false
      if (completion.outcome !== 'complete') return completion.outcome === 'cancelled'
      // Without tools of its own a chat leaves calls to whoever answers them from outside.
      if (!config.tools?.length || !mayRunCalls(answer)) return true

      const { tail, answered } = await runTools(context, answer)
      parent = tail
      if (signal.aborted || !answered) return true
    } finally {
      live.end(id)
    }

    if (config.stopWhen?.({ step, messages: store.getMessages() })) return true
    if (step >= maxSteps) {
      store.append(
        {
          role: 'assistant',
          content: '',
          timestamp: now(),
          finishReason: 'error',
          isError: true,
          error: {
            kind: 'tool_loop_limit',
            message: `Stopped after ${step} rounds of tool calls.`,
            occurredAt: now(),
          },
        },
        { parent },
      )
      return false
    }
  }
}
