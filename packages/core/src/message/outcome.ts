import { TOOL_OUTCOME_KEY, type ToolMessage, type ToolOutcome } from './types.js'

/** The reason in the text of a denial. Undefined where it gives none; another system's text is the reason as a whole. */
export function denialReason(text: string): string | undefined {
  const words = /^Tool execution denied(?: by the user)?\.(?: Reason: ([\s\S]*))?$/.exec(text)
  return words ? words[1] : text
}

/** Why a result is not a plain success, or undefined when it is one (or when another system wrote the message). */
export function toolOutcome(message: ToolMessage): ToolOutcome | undefined {
  const value = message.metadata?.[TOOL_OUTCOME_KEY]
  return typeof value === 'string' ? (value as ToolOutcome) : undefined
}
