import { TOOL_OUTCOME_KEY, type ToolMessage, type ToolOutcome } from './types.js'

/**
 * What the model reads in place of the result of a call that was denied. It says so before any reason: a reason alone, such
 * as "42", reads like a result.
 *
 * @param by default: nobody in particular, such as a rule of the app.
 */
export function denialText(reason?: string, by?: 'user'): string {
  const words = by === 'user' ? 'Tool execution denied by the user.' : 'Tool execution denied.'
  return reason === undefined ? words : `${words} Reason: ${reason}`
}

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
