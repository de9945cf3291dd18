import type { ReasoningDetail, UnknownPart } from '../message/types.js'
import type { ChoiceDraft } from './choice-draft.js'

/** Key under which the parts of a content array are kept as they came, joined where they were cut. */
export const CONTENT_PARTS_KEY = 'wire.content_parts'

/**
 * Keeps the structure of a content array (Mistral, wire-facts 2.2) in `metadata`, so that it can go back as it came;
 * the message itself has the text and the reasoning. A plain text after an array continues its last text part.
 */
export function accumulateContentParts(
  draft: ChoiceDraft,
  parts: readonly UnknownPart[],
  whole: boolean,
): void {
  if (!draft.contentParts || whole) {
    draft.contentParts = draft.rawContent === '' || whole ? [] : [{ type: 'text', text: draft.rawContent }]
  }
  for (const part of parts) addPart(draft.contentParts, part)
  draft.contentPartsView = undefined
  draft.version++
}

function addPart(list: ReasoningDetail[], part: UnknownPart): void {
  const last = list.at(-1)
  if (
    last?.type === 'text' &&
    part.type === 'text' &&
    typeof last.text === 'string' &&
    typeof part.text === 'string'
  ) {
    list[list.length - 1] = { ...last, ...part, text: last.text + part.text }
  } else if (last?.type === 'thinking' && part.type === 'thinking') {
    list[list.length - 1] = { ...last, ...part, thinking: joinThinking(last.thinking, part.thinking) }
  } else {
    list.push(part)
  }
}

function joinThinking(before: unknown, after: unknown): unknown {
  if (!Array.isArray(before) || !Array.isArray(after)) {
    return typeof before === 'string' && typeof after === 'string' ? before + after : after
  }
  const list = [...(before as ReasoningDetail[])]
  for (const part of after as UnknownPart[]) {
    if (part?.type === 'text') addPart(list, part)
    else list.push(part)
  }
  return list
}
