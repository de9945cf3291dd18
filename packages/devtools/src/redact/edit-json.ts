import { endOfPlain } from '@antiphon/base'
import { applyEdits, type Edit } from './edits.js'
import type { Visitor, Where } from './visitor.js'

interface Open {
  isList: boolean
  /** The key whose value comes; in a list that of the field which holds the list. */
  key: string
  /** The name given beside `value`: `X-Api-Key` in `{"name": "X-Api-Key", "value": …}`. */
  label: string
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)
const NUMBER = /-?\d[\d.eE+-]*/y

/** Names of the fields that name the value beside them. */
const LABELS = /^(?:name|key|header|variable|field)$/i

/**
 * Visits each string of a JSON text in place, so that everything else stays as it was written. The JSON may be whole, cut or
 * broken. A number is visited as a text too, and becomes a string when it is changed.
 */
export function* editJson(
  text: string,
  where: Where,
  visitor: Visitor,
  /** Visits a text inside. */
  editText: (text: string) => Generator<void, Edit[]>,
): Generator<void, Edit[]> {
  const edits: Edit[] = []
  const open: Open[] = []
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!
    const top = open.at(-1)
    if (char === '{' || char === '[')
      open.push({ isList: char === '[', key: char === '[' ? nameOf(top) : '', label: '' })
    else if (char === '}' || char === ']') open.pop()
    else if (char === '"') {
      const end = endOfString(text, at + 1)
      const raw = text.slice(at + 1, end)
      const meant = raw.includes('\\') ? read(raw) : raw
      const isKey = top !== undefined && !top.isList && isColonNext(text, end + 1)
      if (isKey) top.key = meant
      else if (top) {
        visitor.field(nameOf(top), meant, where)
        if (!top.isList && LABELS.test(top.key)) top.label = meant
      }
      const inner = yield* editText(meant)
      if (inner.length > 0 && meant === raw)
        for (const edit of inner)
          edits.push({ start: at + 1 + edit.start, end: at + 1 + edit.end, text: inJson(edit.text) })
      else if (inner.length > 0) edits.push({ start: at + 1, end, text: inJson(applyEdits(meant, inner)) })
      at = end
    } else if ((char >= '0' && char <= '9') || char === '-') {
      NUMBER.lastIndex = at
      const number = NUMBER.exec(text)?.[0] ?? char
      if (number.length >= 4) {
        if (top) visitor.field(nameOf(top), number, where)
        const inner = yield* visitor.text(number, where)
        if (inner.length > 0)
          edits.push({ start: at, end: at + number.length, text: JSON.stringify(applyEdits(number, inner)) })
      }
      at += number.length - 1
    }
  }
  return edits
}

/** The name of the field whose value comes next. */
function nameOf(open: Open | undefined): string {
  if (!open) return ''
  return open.label !== '' && /^(?:value|text|content)$/i.test(open.key) ? open.label : open.key
}

/** The quote that ends a string, or the end of the text. */
function endOfString(text: string, from: number): number {
  let at = from
  while (at < text.length) {
    at = endOfPlain(text, at)
    if (text[at] === '"' || at >= text.length) return at
    // An escape takes the character after it along; a line break has no place here, and does no harm.
    at += text[at] === '\\' ? 2 : 1
  }
  return text.length
}

function isColonNext(text: string, from: number): boolean {
  let at = from
  while (at < text.length && /\s/.test(text[at]!)) at++
  return text[at] === ':'
}

function read(raw: string): string {
  try {
    return JSON.parse(`"${raw}"`) as string
  } catch {
    return raw
  }
}
