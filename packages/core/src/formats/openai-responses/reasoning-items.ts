import { isRecord, type JsonObject } from '../../errors/is-record.js'
import type { ReasoningDetail } from '../../message/types.js'

/** What OpenRouter calls blocks of this API. */
const FORMAT = 'openai-responses-v1'

/** A reasoning item: its visible text, and blocks where there is more to it than that. Undefined when it says nothing. */
export function readReasoningItem(
  item: JsonObject,
): { text: string; details: ReasoningDetail[] } | undefined {
  const summary = textsOf(item.summary, 'summary_text')
  const content = textsOf(item.content, 'reasoning_text')
  const encrypted = typeof item.encrypted_content === 'string' ? item.encrypted_content : undefined
  const id = typeof item.id === 'string' ? { id: item.id } : {}
  if (summary.length + content.length === 0 && encrypted === undefined) return undefined
  const text = (content.length > 0 ? content : summary).join('\n\n')
  const isPlain =
    id.id === undefined && encrypted === undefined && content.length === 0 && summary.length === 1
  if (isPlain) return { text, details: [] }
  const details: ReasoningDetail[] = [
    ...summary.map((entry) => ({ type: 'reasoning.summary', summary: entry, ...id, format: FORMAT })),
    ...content.map((entry) => ({ type: 'reasoning.text', text: entry, ...id, format: FORMAT })),
    ...(encrypted === undefined
      ? []
      : [{ type: 'reasoning.encrypted', data: encrypted, ...id, format: FORMAT }]),
  ]
  return { text, details }
}

function textsOf(list: unknown, type: string): string[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((entry: unknown) =>
    isRecord(entry) && entry.type === type && typeof entry.text === 'string' ? [entry.text] : [],
  )
}

/** Blocks that belong to one item, with the text that it shows. */
export interface ReasoningGroup {
  text: string
  details: ReasoningDetail[]
}

/** Blocks side by side with the same id are one item; a summary or text after an encrypted block begins another. */
export function groupDetails(details: readonly ReasoningDetail[]): ReasoningGroup[] {
  const groups: ReasoningDetail[][] = []
  for (const detail of details) {
    const last = groups.at(-1)
    const isNext = last && last[0]!.id === detail.id && last.at(-1)!.type !== 'reasoning.encrypted'
    if (isNext) last.push(detail)
    else groups.push([detail])
  }
  return groups.map((group) => ({
    text: readReasoningItem(writeReasoningItem(group))?.text ?? '',
    details: group,
  }))
}

export function writeReasoningItem(details: readonly ReasoningDetail[]): JsonObject {
  const pick = (type: string, key: string): string[] =>
    details.flatMap((detail) =>
      detail.type === type && typeof detail[key] === 'string' ? [detail[key]] : [],
    )
  const content = pick('reasoning.text', 'text').map((text) => ({ type: 'reasoning_text', text }))
  const [encrypted] = pick('reasoning.encrypted', 'data')
  const id = details[0]?.id
  return {
    type: 'reasoning',
    ...(typeof id === 'string' && { id }),
    summary: pick('reasoning.summary', 'summary').map((text) => ({ type: 'summary_text', text })),
    ...(content.length > 0 && { content }),
    ...(encrypted !== undefined && { encrypted_content: encrypted }),
  }
}
