import type { AssistantMessage, Message } from '../message/types.js'

/** Under `metadata` of an answer while calls of it run: their positions. Gone when they have results. */
export const RUNNING_CALLS_KEY = 'antiphon.running'

/** May the calls of this answer run? Never those of a turn that was cut off: a call may be half a call. */
export function mayRunCalls(message: AssistantMessage): boolean {
  if (!message.tool_calls?.length || message.isError) return false
  return (
    message.finishReason === 'tool_calls' ||
    message.finishReason === 'stop' ||
    message.finishReason === undefined
  )
}

/** Calls that had begun when the page was closed. They may have taken effect, so they are never begun again. */
export function begunCalls({ metadata }: Message): readonly number[] {
  const begun = metadata?.[RUNNING_CALLS_KEY]
  return Array.isArray(begun) ? begun.filter((index) => typeof index === 'number') : []
}
