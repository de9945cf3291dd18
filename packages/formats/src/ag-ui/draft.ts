import type { AssistantMessage, Message, ReasoningDetail, ToolMessage } from '@antiphon/core'
import { compact } from '@antiphon/core/internal'
import { type Metadata, withMetadata } from '../shared/local-fields.js'
import { draftAnswer } from '../sessions/shared/answer.js'

/** A call as its events say it; `input` is its argument text so far. */
export interface DraftCall {
  id: string
  name: string
  input: string
}

export type Piece = { kind: 'text' | 'reasoning'; text: string } | { kind: 'call'; call: DraftCall }

/** An answer of a run while its events come; the results of its calls stand behind it. */
export interface AnswerOfRun {
  id: string
  pieces: Piece[]
  details: ReasoningDetail[]
  results: ToolMessage[]
  notes: Metadata
  more: Partial<AssistantMessage>
  /** Its text has begun and has no end yet. */
  isOpen?: boolean
}

/** What a run shows, in order: answers, and messages that are there as they are. */
export type Entry = { answer: AnswerOfRun } | { message: Message; id: string }

export const newAnswer = (id: string): AnswerOfRun => ({
  id,
  pieces: [],
  details: [],
  results: [],
  notes: {},
  more: {},
})

/** More of what is said; pieces of one kind in a row are one text. */
export function addText(answer: AnswerOfRun, kind: 'text' | 'reasoning', text: string): void {
  const last = answer.pieces.at(-1)
  if (last && last.kind === kind) last.text += text
  else answer.pieces.push({ kind, text })
}

export const callsOf = ({ pieces }: AnswerOfRun): DraftCall[] =>
  pieces.flatMap((piece) => (piece.kind === 'call' ? [piece.call] : []))

export const wordsOf = ({ pieces }: AnswerOfRun): string =>
  pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('')

/** The messages of an answer: itself and its results. */
export function messagesOf({ id, pieces, details, results, notes, more }: AnswerOfRun): Message[] {
  const draft = draftAnswer()
  for (const piece of pieces) {
    if (piece.kind === 'call') draft.call(piece.call)
    else if (piece.kind === 'text') draft.text(piece.text)
    else draft.reasoning(piece.text)
  }
  const message = draft.message(
    compact<Partial<AssistantMessage>>({
      id: id || undefined,
      reasoning_details: details.length > 0 ? details : undefined,
      finishReason: draft.calls.length > 0 ? 'tool_calls' : 'stop',
      ...more,
    }),
  )
  return [withMetadata<Message>(message, notes), ...results]
}
