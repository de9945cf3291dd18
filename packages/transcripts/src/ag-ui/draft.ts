import type { AssistantMessage, Message, ToolMessage } from '@antiphon/core'
import type { ApprovalRequest } from '@antiphon/core/message'
import type { ReasoningDetail } from '@antiphon/core/channels'
import { compact, type JsonObject } from '@antiphon/base'
import { type Metadata, withMetadata } from '../shared/local-fields.js'
import { draftAnswer } from '../shared/answer.js'

/** A call as its events say it; `input` is its argument text so far. */
export interface DraftCall {
  id: string
  name: string
  input: string
  /** The question to a person about this call. */
  asked?: ApprovalRequest
}

/** Shared state or an activity that an agent shows beside its words. The last row of a key in an answer counts. */
export interface Row {
  key: string
  name: string
  value: unknown
  /** The event that says all of it at once. */
  details: JsonObject
}

type Piece =
  | { kind: 'text' | 'reasoning'; text: string }
  | { kind: 'call'; call: DraftCall }
  | { kind: 'row'; row: Row }

/** An answer of a run while its events arrive, followed by the results of its calls. */
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

/** One entry of a run, in order: an answer, or a message that is shown unchanged. */
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

export function putRow(answer: AnswerOfRun, row: Row): void {
  const known = answer.pieces.find((piece) => piece.kind === 'row' && piece.row.key === row.key)
  if (known?.kind === 'row') known.row = row
  else answer.pieces.push({ kind: 'row', row })
}

export const callsOf = ({ pieces }: AnswerOfRun): DraftCall[] =>
  pieces.flatMap((piece) => (piece.kind === 'call' ? [piece.call] : []))

export const wordsOf = ({ pieces }: AnswerOfRun): string =>
  pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('')

/** The messages of an answer: itself and its results. */
export function messagesOf({ id, pieces, details, results, notes, more }: AnswerOfRun): Message[] {
  const draft = draftAnswer()
  for (const piece of pieces) {
    if (piece.kind === 'call') {
      const { asked, ...call } = piece.call
      draft.call({ ...call, ...(asked && { more: { approvalRequest: asked } }) })
    } else if (piece.kind === 'row') {
      const { name, value, details: event } = piece.row
      const more = { providerRun: { result: '', details: event } }
      draft.call({ id: `${name}-${draft.calls.length}`, name, input: value ?? {}, more })
    } else if (piece.kind === 'text') draft.text(piece.text)
    else draft.reasoning(piece.text)
  }
  const message = draft.message(
    compact<Partial<AssistantMessage>>({
      id: id || undefined,
      reasoning_details: details.length > 0 ? details : undefined,
      // Rows do not count as calls, because nobody answers them.
      finishReason: pieces.some(({ kind }) => kind === 'call') ? 'tool_calls' : 'stop',
      ...more,
    }),
  )
  return [withMetadata<Message>(message, notes), ...results]
}
