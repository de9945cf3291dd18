import { sameList } from '@antiphon/base'
import type { Step, Turn } from '@antiphon/core'

type AnswerTurn = Extract<Turn, { role: 'assistant' }>

/** Which part of an answer of very many steps a piece is. */
export interface AnswerPiece {
  /** The end of the piece before: a row of the ledger, or a text. Absent for the first piece. */
  follows?: 'row' | 'text'
  /** All steps of the answer. Only the last piece has them, because it shows facts about the whole answer. */
  all?: readonly Step[]
}

/** A turn as a list shows it: whole, or one piece of an answer. */
export type PieceTurn = Turn & { piece?: AnswerPiece }

/** Steps in a piece: about a screen of them. */
export const PIECE_STEPS = 8

/**
 * The turns, answers of more than `PIECE_STEPS` steps in pieces, so that a list can draw what of them is near the view. A piece has the
 * key of its first step. Pieces of `previous` that did not change stay the same objects.
 */
export function inPieces(turns: readonly Turn[], previous: readonly PieceTurn[] = []): PieceTurn[] {
  const before = new Map(previous.map((piece) => [piece.key, piece]))
  return turns.flatMap((turn) => {
    if (turn.role !== 'assistant' || turn.steps.length <= PIECE_STEPS) return turn
    const pieces = known.get(turn) ?? piecesOf(turn).map((piece) => reuse(piece, before.get(piece.key)))
    known.set(turn, pieces)
    return pieces
  })
}

/** The pieces of turns that did not change. A long log has many, and each new message asks for all of them. */
const known = new WeakMap<Turn, readonly PieceTurn[]>()

function piecesOf(turn: AnswerTurn): PieceTurn[] {
  const pieces: PieceTurn[] = []
  for (let from = 0; from < turn.steps.length; from += PIECE_STEPS) {
    const steps = turn.steps.slice(from, from + PIECE_STEPS)
    const piece: AnswerPiece = {}
    if (from > 0) piece.follows = turn.steps[from - 1]!.results.length > 0 ? 'row' : 'text'
    if (from + PIECE_STEPS >= turn.steps.length) piece.all = turn.steps
    pieces.push({ ...turn, key: from === 0 ? turn.key : steps[0]!.key, steps, piece })
  }
  return pieces
}

function reuse(next: PieceTurn, before: PieceTurn | undefined): PieceTurn {
  if (next.role !== 'assistant' || before?.role !== 'assistant' || !before.piece) return next
  const isSame =
    before.index === next.index &&
    before.piece.follows === next.piece!.follows &&
    isSameList(before.steps, next.steps) &&
    isSameList(before.piece.all, next.piece!.all)
  return isSame ? before : next
}

const isSameList = (a: readonly Step[] = [], b: readonly Step[] = []): boolean => sameList(a, b) === a
