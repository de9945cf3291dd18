import type { AssistantMessage, ToolCall, ToolMessage } from './types.js'

/**
 * The text in place of the result of a call that the provider has not ended. The model reads it; the screen shows the call
 * as open.
 */
const OPEN = 'No result was provided.'

/** The finish reason of a provider that paused during its own calls. It continues when the answer is sent back unchanged. */
export const PAUSED = 'pause_turn'

/** Each result is made once: lists of calls are compared by identity. */
const made = new WeakMap<ToolCall, ToolMessage>()

/** The result of a call that the provider ran, as a tool message. Undefined for calls that the chat runs. */
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

/** True for a call that the provider runs and has not ended. */
export function isOpenAtProvider({ providerRun }: ToolCall): boolean {
  return providerRun !== undefined && providerRun.result === undefined
}

/** Does the answer have a call that the chat must run? */
export function hasOwnCalls({ tool_calls: calls }: AssistantMessage): boolean {
  return calls?.some((call) => !call.providerRun) ?? false
}
