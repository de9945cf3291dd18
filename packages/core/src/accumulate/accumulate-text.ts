import type { ContentPiece } from '../chunk/types.js'
import { appendReasoning } from './accumulate-reasoning.js'
import { touch, type ChoiceDraft } from './choice-draft.js'
import { growSegment } from './segments.js'
import type { ThinkPiece } from './think-tags.js'

/** Appends answer text as it came, after the thoughts in leading think tags were split off. */
export function accumulateText(draft: ChoiceDraft, text: string): void {
  draft.rawContent += text
  addPieces(draft, draft.think.push(text))
}

/** Text that was held back in case it became a think tag is text after all, now that something else arrived. */
export function settleThinkTags(draft: ChoiceDraft, serverSplitsThoughts: boolean): void {
  addPieces(draft, draft.think.interrupt(serverSplitsThoughts))
}

/** Releases what is still held back. `whole`: the server said that the answer is complete. */
export function endText(draft: ChoiceDraft, whole: boolean): void {
  addPieces(draft, draft.think.end())
  if (whole && draft.think.neverClosed && draft.content === '') takeThoughtsAsText(draft)
}

/** The template's opening tag was never closed in a complete answer, so the model did not think: all of it is text. */
function takeThoughtsAsText(draft: ChoiceDraft): void {
  draft.content = draft.reasoning
  draft.reasoning = ''
  draft.reasoningField = undefined
  draft.segments.list = draft.segments.list.map((segment) =>
    segment.type === 'reasoning' ? { type: 'text', start: segment.start, end: segment.end } : segment,
  )
  draft.version++
}

function addPieces(draft: ChoiceDraft, pieces: ThinkPiece[]): void {
  for (const piece of pieces) {
    if (piece.type === 'reasoning') appendReasoning(draft, piece.text, 'think_tags')
    else appendText(draft, piece.text)
  }
  if (draft.think.tag) draft.reasoningField ??= 'think_tags'
}

function appendText(draft: ChoiceDraft, text: string): void {
  const start = draft.content.length
  draft.content += text
  touch(draft)
  growSegment(draft.segments, 'text', start, draft.content.length, draft.context.now)
  draft.context.emit({ type: 'text_delta', choice: draft.index, text })
}

/** A refusal is its own channel, beside the text (wire-facts 2.2). */
export function accumulateRefusal(draft: ChoiceDraft, text: string): void {
  if (text === '') return
  settleThinkTags(draft, false)
  const start = draft.refusal.length
  draft.refusal += text
  touch(draft)
  growSegment(draft.segments, 'refusal', start, draft.refusal.length, draft.context.now)
  draft.context.emit({ type: 'refusal_delta', choice: draft.index, text })
}

/** The texts of content pieces by kind, for comparing a cumulative `message` with what is there. */
export function textOf(pieces: readonly ContentPiece[], type: 'text' | 'reasoning' | 'refusal'): string {
  return pieces.map((piece) => (piece.type === type ? piece.text : '')).join('')
}
