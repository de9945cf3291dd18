import { isRecord, type JsonObject } from '../../lib/json.js'
import type { AssistantMessage } from '../../message/types.js'
import { isForeign } from './tool-calls.js'
import type { KeptAnswer, ReportAdjustment, RequestPolicy } from './types.js'

/** What a wire other than chat completions sends back of its own answers. */
export interface NativeMessages {
  /** Key of `metadata` that holds the items of an answer (`message/kept-items`). */
  key: string
  /** A text part keeps its other keys, such as `cache_control`. */
  keepsTextKeys?: boolean
  /** What an item says as text of the answer. */
  textOf(item: JsonObject): string
}

/**
 * The answer as its wire made it, which is what goes back: providers refuse one that lacks an item, or whose signed thinking
 * was changed. Undefined for an answer of another wire or model, and for one that was edited: these are written anew.
 */
export function keptAnswer(
  message: AssistantMessage,
  { key, textOf }: NativeMessages,
  policy: RequestPolicy,
  where: string,
  report: ReportAdjustment,
): KeptAnswer | undefined {
  const stored = message.metadata?.[key]
  const items = Array.isArray(stored) ? stored.filter(isRecord) : []
  if (items.length === 0) return undefined
  if (isForeign(message, policy)) {
    report('foreign_reasoning', where, message.reasoningSource ?? message.request?.profile, undefined)
    return undefined
  }
  const rest = restAfter(message.content, items.map(textOf).join(''))
  if (rest === undefined) {
    report('edited_answer', where, undefined, undefined)
    return undefined
  }
  return { items, rest }
}

/** What follows `said` in `text`, white space aside. Undefined where the text does not begin so. */
function restAfter(text: string, said: string): string | undefined {
  let at = 0
  for (const char of said.replace(/\s+/g, '')) {
    while (at < text.length && /\s/.test(text[at]!)) at++
    if (!text.startsWith(char, at)) return undefined
    at += char.length
  }
  return text.slice(at).trim()
}
