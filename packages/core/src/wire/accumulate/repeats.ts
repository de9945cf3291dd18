import { flatText } from '../../message/flat-text.js'
import type { TextChannel } from '../../message/text-channels.js'
import type { ReasoningDetail } from '../../message/types.js'
import { changeList, type ChoiceDraft } from './drafts.js'
import { appendEntries, continues, joinEntries } from './read-value.js'

/** A text that comes in pieces: a channel, or the transcript of an audio answer. */
export type SaidChannel = TextChannel | 'transcript'

/** A piece of text as it came, and what of it was new. */
export interface Said {
  text: string
  added: string
}

/** Shorter texts repeat by chance, as in "ha ha" or in a ruler of dashes. */
const SHORTEST = 15

/**
 * The new end of a piece of text, where a server sends the text so far each time, or all of it once more (docs/wire 2.2). A
 * piece counts so when it begins with all of the pieces before it, over 15 characters, or when three grow so from the start.
 *
 * @param before all of the text so far.
 */
export function newText(draft: ChoiceDraft, type: SaidChannel, piece: string, before: string): string {
  if (piece === '') return ''
  const state = (draft.repeats[type] ??= { pieces: 0 })
  const isSecond = ++state.pieces === 2
  // Held back because it went on with the first; this one goes on with it.
  if (draft.held?.type === type) {
    draft.held = undefined
    state.isCumulative = true
  }
  if (!isSecond) return newEnd(draft, type, piece, before)
  if (!mayGrow(piece, before)) return piece
  draft.held = { type, text: piece }
  return ''
}

/** The new end of the piece that was held back, once no third one tells. */
export function heldText(draft: ChoiceDraft, before: string): string {
  const { type, text } = draft.held!
  return newEnd(draft, type, text, before)
}

function newEnd(draft: ChoiceDraft, type: SaidChannel, piece: string, before: string): string {
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

/**
 * Adds the entries of a delta to a list that goes back as it is. One with the text of the channel has only what was new
 * of it, because a repeated text would go back twice.
 */
export function keepEntries(
  draft: ChoiceDraft,
  name: string,
  entries: readonly ReasoningDetail[],
  said?: Said,
): void {
  const list = changeList(draft, name)
  for (const entry of entries) {
    const own = flatText(entry)
    const isAllKnown = said?.added === '' && !draft.held
    if (!said || own === '' || said.added === said.text || !(own === said.text || isAllKnown)) {
      appendEntries(list, [entry])
      continue
    }
    const part = withText(entry, said.added)
    const at = list.findLastIndex((last) => {
      const before = flatText(last)
      return before !== '' && own.startsWith(before) && continues(last, part)
    })
    if (said.added === '' && at >= 0) list[at] = joinEntries(list[at]!, part)
    // All of it is there, but in entries that are cut otherwise.
    else appendEntries(list, [isAllKnown ? entry : part])
    if (draft.held) (draft.held.entries ??= []).push({ name, at: at < 0 ? list.length - 1 : at, entry })
  }
}

/** Writes the text of a piece that was held back into the entries that came with it. */
export function fillEntries(draft: ChoiceDraft, text: string): void {
  for (const { name, at, entry } of draft.held?.entries ?? []) {
    const list = changeList(draft, name)
    if (list[at] && text !== '') list[at] = joinEntries(list[at], withText(entry, text))
  }
}

/** The entry with another text, in whatever key it has its own. */
function withText(entry: ReasoningDetail, text: string): ReasoningDetail {
  const key = ['text', 'summary', 'thinking', 'reasoning', 'refusal'].find((name) => entry[name] != null)
  if (!key) return entry
  return { ...entry, [key]: Array.isArray(entry[key]) ? [{ type: 'text', text }] : text }
}
