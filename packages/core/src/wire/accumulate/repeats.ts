import type { TextChannel } from '../../message/text-channels.js'
import type { ChoiceDraft } from './drafts.js'

/** Shorter texts repeat by chance, as in "ha ha" or in a ruler of dashes. */
const SHORTEST = 15

/**
 * The new end of a piece of text, where a server sends the text so far each time, or all of it once more (docs/wire 2.2). A
 * piece counts so when it begins with all of the pieces before it, over 15 characters, or when three grow so from the start.
 *
 * @param before all of the text so far.
 */
export function newText(draft: ChoiceDraft, type: TextChannel, piece: string, before: string): string {
  if (piece === '') return ''
  const state = (draft.repeats[type] ??= { pieces: 0 })
  const isSecond = ++state.pieces === 2
  const held = draft.held?.type === type ? draft.held.text : undefined
  if (held !== undefined) {
    draft.held = undefined
    state.isCumulative = piece.startsWith(held)
    return state.isCumulative
      ? newEnd(draft, type, piece, before)
      : held + newEnd(draft, type, piece, before + held)
  }
  if (!isSecond) return newEnd(draft, type, piece, before)
  if (!mayGrow(piece, before)) return piece
  draft.held = { type, text: piece }
  return ''
}

/** The new end of the piece that was held back, once no third one tells. */
export function heldText(draft: ChoiceDraft, before: string): string {
  const { type, text } = draft.held!
  draft.held = undefined
  return newEnd(draft, type, text, before)
}

function newEnd(draft: ChoiceDraft, type: TextChannel, piece: string, before: string): string {
  const isSure = before.length > SHORTEST || (before !== '' && draft.repeats[type]!.isCumulative)
  if (!isSure || piece.length < before.length || !piece.startsWith(before)) return piece
  const rest = piece.slice(before.length)
  draft.context.report('text_repeated', `choices[${draft.index}].${type}`, piece, rest)
  return rest
}

/** May the first two pieces be the text so far? Letters alone tell: dashes and line ends grow in any text. */
function mayGrow(piece: string, before: string): boolean {
  const isLonger = piece.length > before.length || before.length > SHORTEST
  return isLonger && piece.startsWith(before) && /[\p{L}\p{N}]/u.test(before)
}
