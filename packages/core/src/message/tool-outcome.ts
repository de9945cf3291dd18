import { TOOL_OUTCOME_KEY, type ToolMessage, type ToolOutcome } from './types.js'

/** Why a result is not a plain success, or undefined when it is one (or when another system wrote the message). */
export function toolOutcome(message: ToolMessage): ToolOutcome | undefined {
  const value = message.metadata?.[TOOL_OUTCOME_KEY]
  return typeof value === 'string' ? (value as ToolOutcome) : undefined
}
