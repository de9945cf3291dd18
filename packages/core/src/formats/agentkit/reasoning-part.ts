import { jsonText } from '../shared/json-text.js'
import { field, isRecord, type JsonObject } from '../../errors/is-record.js'
import { parseJson } from '../../errors/parse-json.js'
import type { ReasoningDetail } from '../../message/types.js'

/** Where agentkit's OpenRouter adapter keeps signed and encrypted blocks. */
const DETAILS = 'openrouter.reasoning_details'

/** A `Reasoning` part as visible text and blocks. Content that is withheld or opaque is a block of type `reasoning.encrypted`. */
export function readReasoning(body: JsonObject): { text?: string; details: ReasoningDetail[] } {
  const text = typeof body.summary === 'string' ? body.summary : undefined
  const inline = field(body.data, 'InlineText')
  const stored = field(body.metadata, DETAILS) ?? (typeof inline === 'string' ? parseJson(inline) : undefined)
  const details = Array.isArray(stored) ? stored.filter(isDetail) : []
  if (details.length > 0) return { text, details }
  const hidden = body.redacted === true || (isRecord(body.data) && text === undefined)
  if (!hidden) return { text, details: [] }
  return { text, details: [{ type: 'reasoning.encrypted', data: typeof inline === 'string' ? inline : '' }] }
}

function isDetail(value: unknown): value is ReasoningDetail {
  return isRecord(value) && typeof value.type === 'string'
}

export function writeReasoning(text: string | undefined, details: readonly ReasoningDetail[]): JsonObject {
  if (details.length === 0) return { summary: text ?? null, data: null, redacted: false, metadata: {} }
  const [only] = details
  const isHidden =
    details.length === 1 && only!.type === 'reasoning.encrypted' && Object.keys(only!).length === 2
  // What is only withheld needs no copy of itself in the bag.
  if (isHidden && typeof only!.data === 'string' && !Array.isArray(parseJson(only!.data))) {
    return {
      summary: text ?? null,
      data: only!.data ? { InlineText: only!.data } : null,
      redacted: true,
      metadata: {},
    }
  }
  return {
    summary: text ?? null,
    data: { InlineText: jsonText(details) },
    redacted: text === undefined && details.some(({ type }) => type === 'reasoning.encrypted'),
    metadata: { [DETAILS]: details },
  }
}
