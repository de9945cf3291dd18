import type { ChunkChoice, ChunkDelta } from '../chunk/types.js'
import { accumulateContentParts } from './accumulate-content-parts.js'
import { accumulateMetadata } from './accumulate-metadata.js'
import {
  accumulateAnnotations,
  accumulateAudio,
  accumulateImages,
  accumulateLogprobs,
} from './accumulate-payloads.js'
import { accumulateReasoningRecords, appendReasoning, visibleReasoning } from './accumulate-reasoning.js'
import { accumulateRefusal, accumulateText, settleThinkTags, textOf } from './accumulate-text.js'
import { accumulateToolCalls } from './accumulate-tool-calls.js'
import type { ChoiceDraft } from './choice-draft.js'
import { restOfSnapshot } from './rest-of-snapshot.js'

/**
 * Takes one choice of a chunk into its draft. The order inside a chunk is reasoning, content, tools, finish
 * (wire-facts 2.5): a finish reason never ends the reading.
 */
export function accumulateChoice(draft: ChoiceDraft, choice: ChunkChoice): void {
  const { delta, snapshot } = choice
  accumulateThoughts(draft, delta, snapshot)
  accumulateContent(draft, delta, snapshot)
  if (delta.refusal) accumulateRefusal(draft, rest(draft, 'refusal', draft.refusal, delta.refusal, snapshot))
  if (delta.toolCalls.length > 0) settleThinkTags(draft, false)
  accumulateToolCalls(draft, delta.toolCalls, snapshot)
  accumulateImages(draft, delta.images)
  if (delta.audio) accumulateAudio(draft, delta.audio, snapshot)
  accumulateAnnotations(draft, delta.annotations)
  if (choice.logprobs) accumulateLogprobs(draft, choice.logprobs)
  if (accumulateMetadata(draft.metadata, choice.extras)) draft.version++
  if (accumulateMetadata(draft.metadata, delta.extras)) draft.version++
  if (choice.finishReason) {
    draft.finishReasonRaw = choice.finishReason
    draft.version++
  }
}

function accumulateThoughts(draft: ChoiceDraft, delta: ChunkDelta, snapshot: boolean): void {
  const visible = visibleReasoning(delta)
  if (visible) {
    settleThinkTags(draft, true)
    const text = rest(draft, 'reasoning', draft.reasoning, visible.text, snapshot)
    appendReasoning(draft, text, visible.field)
  }
  accumulateReasoningRecords(draft, delta, snapshot)
}

function accumulateContent(draft: ChoiceDraft, delta: ChunkDelta, snapshot: boolean): void {
  const { content, contentParts } = delta
  if (contentParts || draft.contentParts) {
    const parts = contentParts ?? content.map((piece) => ({ type: 'text', text: textOf([piece], 'text') }))
    accumulateContentParts(draft, parts, snapshot)
  }
  const compare = snapshot && (draft.rawContent !== '' || draft.reasoning !== '' || draft.refusal !== '')
  if (compare && content.length > 0) {
    addPiece(
      draft,
      'reasoning',
      rest(draft, 'reasoning', draft.reasoning, textOf(content, 'reasoning'), true),
    )
    addPiece(draft, 'text', rest(draft, 'content', draft.rawContent, textOf(content, 'text'), true))
    addPiece(draft, 'refusal', rest(draft, 'refusal', draft.refusal, textOf(content, 'refusal'), true))
  }
  const spokenFor = visibleReasoning(delta) !== undefined
  for (const piece of content) {
    if (piece.type === 'part') accumulatePart(draft, piece.part)
    else if (!compare && !(piece.type === 'reasoning' && spokenFor)) addPiece(draft, piece.type, piece.text)
  }
}

function addPiece(draft: ChoiceDraft, type: 'text' | 'reasoning' | 'refusal', text: string): void {
  if (text === '') return
  if (type === 'text') return accumulateText(draft, text)
  if (type === 'refusal') return accumulateRefusal(draft, text)
  settleThinkTags(draft, true)
  appendReasoning(draft, text, 'content')
}

/** Pictures in a content array are images of the answer; other parts stay in the kept copy of the array. */
function accumulatePart(draft: ChoiceDraft, part: { type: string; [key: string]: unknown }): void {
  if (part.type === 'image_url') accumulateImages(draft, [part])
}

/** The new part of a text: all of a delta, or what a snapshot adds to what is there. */
function rest(draft: ChoiceDraft, field: string, before: string, text: string, snapshot: boolean): string {
  return snapshot ? restOfSnapshot(draft, field, before, text) : text
}
