import { isRecord, listOf, parseJson, type JsonObject } from '@antiphon/base'
import { moveCuts } from './move-cuts.js'
import { wireBodyOf } from './read-wire.js'
import { createTimeline } from './timeline.js'
import type { WireExchange } from './types.js'

/** A text of an answer, put together from the rows that it came in, under the name of its field. */
export type BodyText = Readonly<Record<string, string>>

type Way = readonly (string | number)[]

/** A row of the body. `value` is what it holds as JSON, between `lead` and `tail`. */
interface Row {
  start: number
  end: number
  text: string
  value?: unknown
  lead: string
  tail: string
}

interface Leaf {
  row: number
  /** Path in the JSON of its row; absent if the row itself is a text. */
  way?: Way
  text: string
}

interface Channel {
  field: string
  leaves: Leaf[]
  /** True when every row repeats the whole text, for example an id. */
  isRepeated: boolean
}

/** The text around the JSON of a row: fields of an event and brackets of a list. */
const LEAD = /^(?:(?:event|id|retry):[^\r\n]*(?:\r\n|\r|\n))*(?:data: ?)?[\s,[]*$/
const TAIL = /^[\s,\]]*$/

/** Fields that say which of several texts a row goes on with. */
const MARKS = ['type', 'index', 'output_index', 'content_index', 'summary_index', 'item_id']

/** Fields whose values do not grow from row to row. */
const WHOLE =
  /(?:^|_)(?:id|type|name|role|model|object|status|event|obfuscation|fingerprint|reason|at|date|mime|tier)$|(?:Id|Type|Name|Version|At|Reason)$/

/** The texts of an answer as a reader has them, whatever its wire is: a secret may be cut between two rows. */
export function bodyTexts(exchange: WireExchange): BodyText[] {
  return channelsOf(rowsOf(exchange)).map(({ field, leaves, isRepeated }) => ({
    [field]: isRepeated ? leaves[0]!.text : leaves.map(({ text }) => text).join(''),
  }))
}

/** The exchange with other texts in place of those of `bodyTexts`, and how its offsets move. Rows that hold none of them stay as they are. */
export function withBodyTexts(
  exchange: WireExchange,
  texts: readonly BodyText[],
): { exchange: WireExchange; moveByte: (byte: number) => number } {
  const rows = rowsOf(exchange)
  const changed = new Set<number>()
  const put = (leaf: Leaf, text: string): void => {
    if (text === leaf.text) return
    const row = rows[leaf.row]!
    if (!leaf.way) row.text = text
    else replaceAt(row.value, leaf.way, text)
    changed.add(leaf.row)
  }
  for (const [i, { leaves, isRepeated }] of channelsOf(rows).entries()) {
    const next = Object.values(texts[i] ?? {})[0]
    if (next === undefined) continue
    if (isRepeated) {
      for (const leaf of leaves) put(leaf, next)
      continue
    }
    const ends: number[] = []
    for (const { text } of leaves) ends.push((ends.at(-1) ?? 0) + text.length)
    const moved = moveCuts(leaves.map(({ text }) => text).join(''), next, ends)
    leaves.forEach((leaf, at) => put(leaf, next.slice(moved[at - 1] ?? 0, moved[at])))
  }
  if (changed.size === 0) return { exchange, moveByte: (byte) => byte }
  return rebuilt(exchange, rows, changed)
}

function rebuilt(exchange: WireExchange, rows: readonly Row[], changed: ReadonlySet<number>) {
  const { body } = exchange
  const places: { start: number; end: number; to: number; bytes: Uint8Array }[] = []
  let to = 0
  for (const [i, { start, end, text, value, lead, tail }] of rows.entries()) {
    const written = value === undefined ? text : `${lead}${JSON.stringify(value)}${tail}`
    const bytes = changed.has(i) ? new TextEncoder().encode(written) : body.slice(start, end)
    places.push({ start, end, to, bytes })
    to += bytes.length
  }
  const all = new Uint8Array(to)
  for (const place of places) all.set(place.bytes, place.to)
  const moveByte = (byte: number): number => {
    const place = places.findLast(({ start }) => start <= byte)
    if (!place) return byte
    const { start, end, to: begin, bytes } = place
    if (byte >= end) return begin + bytes.length + (byte - end)
    // In a row of another length the pieces keep their proportions, so that each time stays.
    return begin + Math.floor(((byte - start) * bytes.length) / (end - start))
  }
  const pieces = body.pieces.map(({ at, start, end }) => ({
    at,
    bytes: all.subarray(moveByte(start), moveByte(end)),
  }))
  const next = wireBodyOf(pieces)
  const received = exchange.received - body.length + next.length
  return { exchange: { ...exchange, body: next, received }, moveByte }
}

function rowsOf(exchange: WireExchange): Row[] {
  return createTimeline(exchange).rows.map(({ start, end }): Row => {
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(exchange.body.slice(start, end))
    const from = text.indexOf('{')
    const until = text.lastIndexOf('}') + 1
    const lead = text.slice(0, from)
    const tail = text.slice(until)
    const value =
      from >= 0 && LEAD.test(lead.trimStart()) && TAIL.test(tail)
        ? parseJson(text.slice(from, until))
        : undefined
    return { start, end, text, lead, tail, ...(isRecord(value) && { value }) }
  })
}

function channelsOf(rows: readonly Row[]): Channel[] {
  const channels = new Map<string, Channel>()
  const add = (key: string, field: string, leaf: Leaf): void => {
    const isRepeated = WHOLE.test(field)
    const full = isRepeated ? `${key}\n${leaf.text}` : key
    const known = channels.get(full)
    if (known) known.leaves.push(leaf)
    else channels.set(full, { field, leaves: [leaf], isRepeated })
  }
  for (const [row, { value, text }] of rows.entries()) {
    // A row without JSON is one text: a comment, an error page, a cut event.
    if (value === undefined) add('', 'text', { row, text })
    else
      for (const { key, field, way, text: leaf } of leavesOf(value)) add(key, field, { row, way, text: leaf })
  }
  return [...channels.values()]
}

/** All texts of a value, in order. No recursion: depth costs no stack. */
function* leavesOf(value: unknown): Generator<{ key: string; field: string; way: Way; text: string }> {
  const todo: { value: unknown; key: string; field: string; way: Way }[] = [
    { value, key: '/', field: 'text', way: [] },
  ]
  for (let one = todo.pop(); one; one = todo.pop()) {
    const { value: at, key, field, way } = one
    if (typeof at === 'string') yield { key, field, way, text: at }
    else if (Array.isArray(at))
      for (let i = at.length - 1; i >= 0; i--) {
        const mark = isRecord(at[i]) && typeof at[i].index === 'number' ? at[i].index : i
        todo.push({ value: at[i], key: `${key}/${mark}`, field, way: [...way, i] })
      }
    else if (isRecord(at)) {
      const marks = MARKS.map((name) => (typeof at[name] === 'object' ? '' : JSON.stringify(at[name])))
      for (const [name, inner] of Object.entries(at).toReversed()) {
        const inside = `${key}${marks.join(',')}/${name}`
        // Pieces of arguments are searched as JSON, even when they are cut.
        const isJson = /arguments|partial_json/.test(`${at.type as string} ${name}`)
        todo.push({ value: inner, key: inside, field: isJson ? 'arguments' : name, way: [...way, name] })
      }
    }
  }
}

function replaceAt(value: unknown, way: Way, text: string): void {
  let holder = value
  for (const step of way.slice(0, -1))
    holder = typeof step === 'number' ? listOf(holder)[step] : (holder as JsonObject)[step]
  ;(holder as Record<string | number, unknown>)[way.at(-1)!] = text
}
