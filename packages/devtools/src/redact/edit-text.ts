import { parseJson } from '@antiphon/base'
import { editBase64 } from './edit-base64.js'
import { editJson } from './edit-json.js'
import { editPercent } from './edit-percent.js'
import { joinEdits, type Edit } from './edits.js'
import type { Visitor, Where } from './visitor.js'

/** Wraps that are looked into: base64 of JSON with an address in it is three. */
const DEEPEST = 4

/** A shorter text holds nothing. */
const SHORTEST = 4

/**
 * Visits a text as it is and whatever is wrapped in it: JSON, lines of JSON, base64, percent codes, the metadata of images. A
 * change inside is wrapped again, so that JSON stays JSON. `isJson`: the text is meant as JSON and may be cut.
 */
export function* editText(
  text: string,
  where: Where,
  visitor: Visitor,
  depth = 0,
  isJson = false,
): Generator<void, Edit[]> {
  if (text.length < SHORTEST) return []
  if (depth >= DEEPEST) return yield* visitor.text(text, where)
  const edit = (inner: string, inside: Where['inside']): Generator<void, Edit[]> =>
    editText(inner, { outer: where, inside }, visitor, depth + 1)
  const inJson: Where = { outer: where, inside: 'json' }
  const json = (whole: string): Generator<void, Edit[]> =>
    editJson(whole, inJson, visitor, (inner) => editText(inner, inJson, visitor, depth + 1))
  if (/^\s*[{["]/.test(text) && (isJson || parseJson(text) !== undefined)) return yield* json(text)
  const plain: Edit[] = []
  const wrapped: Edit[] = []
  const add = (to: Edit[], edits: readonly Edit[], by: number): void => {
    for (const one of edits) to.push({ start: by + one.start, end: by + one.end, text: one.text })
  }
  let from = 0
  for (const { start, line } of jsonLines(text)) {
    if (start > from) add(plain, yield* visitor.text(text.slice(from, start), where), from)
    add(wrapped, yield* json(line), start)
    from = start + line.length
  }
  if (from < text.length) add(plain, yield* visitor.text(text.slice(from), where), from)
  if (text.includes('%')) wrapped.push(...(yield* editPercent(text, (inner) => edit(inner, 'percent'))))
  wrapped.push(...(yield* editBase64(text, where, visitor, (inner) => edit(inner, 'base64'))))
  return joinEdits(plain, joinEdits([], wrapped))
}

/** Lines of a text that are JSON, as in logs and event streams, without their `data: `. */
function* jsonLines(text: string): Generator<{ start: number; line: string }> {
  if (!text.includes('\n') && !text.startsWith('data:')) return
  for (let from = 0; from < text.length;) {
    const next = text.indexOf('\n', from)
    const end = next < 0 ? text.length : next
    const lead = !text.startsWith('data:', from) ? 0 : text[from + 5] === ' ' ? 6 : 5
    const begin = text[from + lead]
    if (begin === '{' || begin === '[') {
      const line = text.slice(from + lead, end).trimEnd()
      if (/[}\]]$/.test(line) && parseJson(line) !== undefined) yield { start: from + lead, line }
    }
    from = end + 1
  }
}
