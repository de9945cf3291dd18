import type { AssistantMessage, ToolCall, ToolMessage } from './types.js'

/** What stands for the result of a call that the provider has not ended. Words for a model; a screen shows the call as open. */
const OPEN = 'No result was provided.'

/** The finish reason of a provider that paused in the middle of calls of its own: the answer goes on when it is sent back as it is. */
export const PAUSED = 'pause_turn'

/** Each result is made once: lists of calls are compared by identity. */
const made = new WeakMap<ToolCall, ToolMessage>()

/**
 * The result of a call that the provider ran itself, as the message that any other call has. Undefined for calls that are the
 * chat's to run.
 */
export function providerResult(call: ToolCall): ToolMessage | undefined {
  const { id, function: fn, providerRun } = call
  if (!providerRun) return undefined
  let result = made.get(call)
  if (!result) {
    const { result: content = OPEN, isError, details } = providerRun
    result = {
      role: 'tool',
      tool_call_id: id,
      content,
      ...(fn?.name && { toolName: fn.name }),
      ...(isError && { isError }),
      ...(details !== undefined && { details }),
    }
    made.set(call, result)
  }
  return result
}

/** Does the provider run this call, and has it not said how it ended? */
export function isOpenAtProvider({ providerRun }: ToolCall): boolean {
  return providerRun !== undefined && providerRun.result === undefined
}

/** Has the answer a call that is the chat's to run? */
export function hasOwnCalls({ tool_calls: calls }: AssistantMessage): boolean {
  return calls?.some((call) => !call.providerRun) ?? false
}
