import { field, isRecord, parseJson, type JsonObject } from '@antiphon/base'

/** A payload with a gap in place of its text. */
interface Envelope {
  before: string
  after: string
  chunk: JsonObject
  /** The object of the chunk that holds the text, and under which key. */
  holder: JsonObject
  key: string
  /** The one that came after it the last time: calls side by side take turns. */
  next?: Envelope
}

/** More than the calls that one answer makes side by side, twice: they begin with a name. */
const MOST = 64
const MARKS = ['"content":', '"arguments":']
const GAP = '\u0000'
/** Such a text is the same in JSON and outside of it. Longer ones are read by the parser: V8 would keep the whole piece of the body for a part of it. */
const PLAIN = /^[ !#-[\]-\uffff]{1,12}$/

const CHOICE = ['index', 'delta', 'logprobs', 'finish_reason']
const CALL = ['index', 'id', 'type', 'function']
const NO_CHUNK = ['error', 'errors', 'type', 'message', 'detail', 'base_resp', 'x_groq', 'usage']

/**
 * Reads payloads that differ from an earlier one only in a piece of text or of arguments, as nearly all of a stream do: what
 * is around the piece is compared and not parsed again. One for each body.
 */
export interface Envelopes {
  /** The chunk of a payload that is known but for its text. It is the same object for all of its kind, so it is not kept. */
  read(payload: string): JsonObject | undefined
  /** Learns from a payload that had to be parsed. */
  learn(payload: string, value: unknown): void
}

export function createEnvelopes(): Envelopes {
  const known = new Map<string, Envelope>()
  let last: Envelope | undefined
  let misses = 0

  function find(payload: string): Envelope | undefined {
    if (last?.next && fits(last.next, payload)) return last.next
    if (last && fits(last, payload)) return last
    const before = known.size > 1 ? headOf(payload) : undefined
    const found = before === undefined ? undefined : known.get(before)
    return found && fits(found, payload) ? found : undefined
  }

  return {
    read(payload) {
      const found = find(payload)
      if (!found) return undefined
      const text = payload.slice(found.before.length, payload.length - found.after.length)
      const said = PLAIN.test(text) ? text : text !== '' && parseJson(`"${text}"`)
      if (typeof said !== 'string') return undefined
      if (last) last.next = found
      last = found
      misses = 0
      found.holder[found.key] = said
      return found.chunk
    },
    learn(payload, value) {
      // A stream that pads or numbers its payloads has none twice.
      if (misses > MOST || !isRecord(value)) return
      misses++
      const before = headOf(payload)
      const end = before && endOfText(payload, before.length)
      if (!before || !end) return
      const after = payload.slice(end)
      const chunk = parseJson(`${before}${GAP_JSON}${after}`)
      const place = isRecord(chunk) ? placeOf(chunk) : undefined
      if (place?.holder[place.key] !== GAP) return
      last = { before, after, chunk: chunk as JsonObject, ...place }
      if (known.size >= MOST) known.clear()
      known.set(before, last)
    },
  }
}

const GAP_JSON = '\\u0000'

const fits = ({ before, after }: Envelope, payload: string): boolean =>
  payload.length > before.length + after.length && payload.startsWith(before) && payload.endsWith(after)

/** The payload up to its text, with the opening quote. */
function headOf(payload: string): string | undefined {
  for (const mark of MARKS) {
    const at = payload.indexOf(mark)
    if (at < 0) continue
    let quote = at + mark.length
    if (payload[quote] === ' ') quote++
    if (payload[quote] === '"') return payload.slice(0, quote + 1)
  }
  return undefined
}

/** The place of the closing quote of a text. */
function endOfText(payload: string, from: number): number | undefined {
  for (let at = from; at < payload.length; at++) {
    if (payload[at] === '"') return at
    if (payload[at] === '\\') at++
  }
  return undefined
}

/** The place of the piece in a chunk that says nothing else: no error, count, finish reason or field that the kit keeps. */
function placeOf(chunk: JsonObject): { holder: JsonObject; key: string } | undefined {
  const { choices } = chunk
  const choice: unknown = Array.isArray(choices) && choices.length === 1 ? choices[0] : undefined
  const keys = Object.keys(chunk).filter((key) => key !== 'choices')
  const isPlain = keys.every((key) => isValue(chunk[key]) && !(NO_CHUNK.includes(key) && given(chunk[key])))
  if (!isPlain || chunk.object === 'error' || !isRecord(choice) || !hasOnly(choice, CHOICE)) return undefined
  const { delta, index, logprobs, finish_reason: reason } = choice
  if (given(logprobs) || given(reason) || !(index === undefined || typeof index === 'number'))
    return undefined
  if (!isRecord(delta) || (given(delta.role) && typeof delta.role !== 'string')) return undefined
  if (hasOnly(delta, ['role', 'content'])) return { holder: delta, key: 'content' }
  const { content, tool_calls: calls } = delta
  const call: unknown = Array.isArray(calls) && calls.length === 1 ? calls[0] : undefined
  const holder = field(call, 'function')
  const isCall =
    isRecord(call) && hasOnly(call, CALL) && isRecord(holder) && hasOnly(holder, ['name', 'arguments'])
  const isAlone = hasOnly(delta, ['role', 'content', 'tool_calls']) && !given(content)
  return isCall && isAlone ? { holder, key: 'arguments' } : undefined
}

const isValue = (value: unknown): boolean => typeof value !== 'object' || value === null
const given = (value: unknown): boolean => value !== undefined && value !== null
const hasOnly = (record: JsonObject, keys: readonly string[]): boolean =>
  Object.keys(record).every((key) => keys.includes(key))
