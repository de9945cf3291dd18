import type { CallDraft } from './call-draft.js'
import { currentArguments } from './call-draft.js'

/** The final arguments of a call and, when they are not what was sent, the name of the rule (wire-facts 2.5). */
export interface SettledArguments {
  text: string
  rule?: 'arguments_cumulative' | 'arguments_leading_empty' | 'arguments_trailing'
}

/**
 * Decides at the end of the answer what the arguments are; before that a text that parses may still be a prefix. Valid
 * JSON stays as it is. Else it may be cumulative, have an empty `{}` in front, or something after its end. Text that no
 * rule can read stays as it came.
 */
export function settleArguments(call: CallDraft): SettledArguments {
  if (call.settled !== undefined) return { text: call.settled }
  const { joined, cumulative } = call
  if (joined.trim() === '' || isJson(joined)) return { text: joined }
  const withoutEmpty = joined.replace(/^\s*\{\s*\}(?=\s*\{)/, '').trimStart()
  if (withoutEmpty !== joined && isJson(withoutEmpty)) {
    return { text: withoutEmpty, rule: 'arguments_leading_empty' }
  }
  if (cumulative !== undefined && call.fragments > 1 && isJson(cumulative)) {
    return { text: cumulative, rule: 'arguments_cumulative' }
  }
  for (const text of [joined, withoutEmpty]) {
    const first = firstObject(text)
    if (first !== undefined && first.trim() !== '{}' && isJson(first))
      return { text: first, rule: 'arguments_trailing' }
  }
  return { text: currentArguments(call) }
}

/** The text up to where its first `{` is closed. */
function firstObject(text: string): string | undefined {
  if (!text.trimStart().startsWith('{')) return undefined
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (inString) {
      if (char === '\\') at++
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === '{' || char === '[') depth++
    else if ((char === '}' || char === ']') && --depth === 0) return text.slice(0, at + 1)
  }
  return undefined
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
