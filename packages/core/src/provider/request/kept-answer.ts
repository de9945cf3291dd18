import { isRecord, type JsonObject } from '@antiphon/base'
import { KEPT_ITEMS } from '../../message/kept-items.js'
import type { AssistantMessage } from '../../message/types.js'
import { isForeign } from './tool-calls.js'
import type { KeptAnswer, ReportAdjustment, RequestPolicy } from './types.js'

/** Items of an answer that a wire other than chat completions sends back. */
export interface NativeMessages {
  /** The wire whose items an answer may have. */
  wire: keyof typeof KEPT_ITEMS
  /** The text of the answer in an item. */
  textOf(item: JsonObject): string
}

/**
 * The items of an answer as its wire sent them. They go back unchanged, because providers refuse an answer that lacks an
 * item or has changed signed thinking. Undefined for an answer of another wire or model and for an edited one: these are
 * written from the message.
 */
export function keptAnswer(
  message: AssistantMessage,
  { wire, textOf }: NativeMessages,
  policy: RequestPolicy,
  where: string,
  report: ReportAdjustment,
): KeptAnswer | undefined {
  const stored = message.metadata?.[KEPT_ITEMS[wire]]
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

/** The rest of `text` after `said`, ignoring white space. Undefined when `text` does not begin with `said`. */
function restAfter(text: string, said: string): string | undefined {
  let at = 0
  for (const char of said.replace(/\s+/g, '')) {
    while (at < text.length && /\s/.test(text[at]!)) at++
    if (!text.startsWith(char, at)) return undefined
    at += char.length
  }
  return text.slice(at).trim()
}
