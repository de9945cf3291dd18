import type { BodyKind } from '../errors/describe-body.js'
import { createJsonSplitter, parseJson, copyJson, type JsonObject } from '@antiphon/base'
import { createEnvelopes } from './envelopes.js'
import { createStreamDecoder, type StreamPiece } from './read-stream.js'

/** The content of one `data:` payload or one line of a body. */
export type FrameItem =
  | { type: 'value'; value: unknown }
  | { type: 'done' }
  | { type: 'malformed'; text: string }

/**
 * Reads one payload: a JSON value, `[DONE]` in any of its spellings, or several JSON values that a sloppy gateway put
 * into one event (docs/wire 2.1). Text that cannot be read comes back as `malformed`, in its place.
 */
export function readFrame(data: string): FrameItem[] {
  const text = data.trim()
  if (text === '') return []
  // Nearly every payload is one object, which no other rule could read differently.
  const object = text[0] === '{' ? parseJson(text) : undefined
  if (object !== undefined) return [{ type: 'value', value: object }]
  const whole = readItem(text)
  if (whole[0]!.type !== 'malformed') return whole
  const items = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : readLine(line.trim())))
  // One broken value over several lines is one broken value.
  return items.every((item) => item.type === 'malformed') ? whole : items
}

/** Values side by side count only when every one of them can be read. */
function readLine(line: string): FrameItem[] {
  const values: FrameItem[] = []
  const splitter = createJsonSplitter({
    onText: (text) => values.push(...readItem(text)),
    onTooLarge: () => {},
    max: line.length,
  })
  splitter.push(line)
  splitter.end()
  return values.every((value) => value.type === 'value') ? values : readItem(line)
}

/** One value, or the end mark. */
function readItem(text: string): FrameItem[] {
  // A proxy that wraps a stream into a stream writes the prefix twice.
  const payload = text.replace(/^(?:data:\s*)+/, '')
  // Looked for first: parsing the mark as JSON would throw, and that is slow.
  if (/^"?\[DONE\]/.test(payload)) return [{ type: 'done' }]
  const value = parseJson(payload)
  return value === undefined ? [{ type: 'malformed', text: payload }] : entriesOf(value)
}

/** A value, of which a list counts as its entries. */
function entriesOf(value: unknown): FrameItem[] {
  const values: unknown[] = Array.isArray(value) && value.length > 0 ? value : [value]
  return values.map((entry) => ({ type: 'value', value: entry }))
}

/** Largest frame (one SSE event, one JSON document) that is read by default, in characters. */
export const DEFAULT_MAX_FRAME = 16 * 1024 * 1024

/** One dispatched event. */
export interface SseEvent {
  /** Event name; `message` when the server gave none. */
  event: string
  data: string
  /** Last event id so far, as an EventSource reports it. */
  lastEventId: string
  /** Which event of the body this is, counted from 1. */
  ordinal: number
  /** The body ended before the blank line that completes an event. The HTML standard would drop it. */
  unterminated: boolean
  /** Not an event of the standard: a bare `error: {…}` line (llama.cpp), `[DONE]` or JSON without `data:`, over any lines. */
  bare: boolean
}

/** A line of JSON or the end mark without its field, or with blanks before it. */
const BARE = /^\s*(?:data:\s*)?(?:\[DONE\]|\{|\[\s*(?:\{|$))/
const FIELDS: ReadonlySet<string> = new Set(['data', 'event', 'id', 'retry', 'error'])

export interface SseParserOptions {
  onEvent(event: SseEvent): void
  /** Comments are keep-alives: they carry nothing and reset idle timers. */
  onComment?(comment: string): void
  onRetry?(ms: number): void
  /** A line that is neither a field of a stream nor JSON, such as the words of a proxy. */
  onStray?(line: string): void
  /** A frame grew over the limit. Nothing is dispatched after this. */
  onTooLarge?(limit: number): void
  /** Largest frame in characters. Default 16 M. */
  maxFrame?: number
}

/**
 * A push parser for server-sent events. It follows the HTML standard, with additions for chat streams (docs/wire 2.1). A CR
 * ends its line at once. The last event needs no blank line, and an `error` event needs no data. Bare `error:` lines and bare JSON
 * count. A frame without an end stops at the same character however the bytes were cut.
 */
export function createSseParser(options: SseParserOptions) {
  const { onEvent, onComment, onRetry, onStray, onTooLarge, maxFrame = DEFAULT_MAX_FRAME } = options
  /** `line` has no end yet. `frame` is the size of the complete lines before it; comments do not count. */
  let line = ''
  let frame = 0
  let event = ''
  /** The data lines of the event. They are joined at its end: joining each time would keep every step of a long text. */
  const data: string[] = []
  let lastEventId = ''
  let ordinal = 0
  let afterReturn = false
  let unterminated = false
  let dead = false
  const bare = createJsonSplitter({
    onText: (text) => dispatch('', text, true),
    onTooLarge: () => {},
    max: maxFrame,
  })

  function dispatch(name: string, text: string, bare: boolean): void {
    onEvent({ event: name || 'message', data: text, lastEventId, ordinal: ++ordinal, unterminated, bare })
  }

  function takeLine(): void {
    const colon = line.indexOf(':')
    const name = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (colon !== 0) frame += line.length
    // A line of the stream ends what is not closed.
    if (bare.isOpen() && (line === '' || FIELDS.has(name))) bare.end()
    if (line === '') {
      if (data.length > 0) dispatch(event, data.length > 1 ? data.join('\n') : data[0]!, false)
      else if (event === 'error') dispatch(event, '', false)
      event = ''
      data.length = 0
      frame = 0
    } else if (colon === 0) onComment?.(value)
    else if (name === 'data') data.push(value)
    else if (name === 'event') event = value
    else if (name === 'id') lastEventId = value.includes('\0') ? lastEventId : value
    else if (name === 'retry') {
      if (/^\d+$/.test(value)) onRetry?.(Number(value))
    } else if (name === 'error') dispatch(name, value, true)
    else if (bare.isOpen() || BARE.test(line)) bare.push(`${line}\n`)
    else onStray?.(line)
    line = ''
  }

  return {
    /** True while the last line has no end yet: a body that ends here was cut. */
    midLine: () => line !== '',
    push(text: string): void {
      // An LF right after a CR is part of the same line end, which was taken when the CR came.
      let from = afterReturn && text[0] === '\n' ? 1 : 0
      if (text !== '') afterReturn = text.endsWith('\r')
      const lines = text.includes('\r') ? text.slice(from).replace(/\r\n?/g, '\n') : text
      if (lines !== text) from = 0
      while (!dead && from < lines.length) {
        const end = lines.indexOf('\n', from)
        line += lines.slice(from, end < 0 ? undefined : end)
        if (frame + line.length > maxFrame) {
          dead = true
          onTooLarge?.(maxFrame)
        } else if (end >= 0) takeLine()
        from = end < 0 ? lines.length : end + 1
      }
    },
    /** The body is over: a last event without its blank line is dispatched, marked `unterminated`. */
    end(): void {
      if (dead) return
      unterminated = true
      if (line !== '') takeLine()
      takeLine()
      dead = true
    },
  }
}

/** One thing read from a body: a JSON value, the `[DONE]` mark, or text that should have been JSON. */
export type BodyItem = FrameItem & {
  /** Name of the event it came in; `message` when it had none. */
  event: string
  /** `event 12` or `value 3`, counted from 1. */
  where: string
  /** The body ended before the frame was complete. */
  unterminated: boolean
}

export interface BodyReaderOptions {
  onItem(item: BodyItem): void
  /** Called in place of `onItem` with a chunk that is as an earlier one but for its text (`Envelopes`). */
  onPiece?(chunk: JsonObject): void
  onComment?(comment: string): void
  /** A line between the items that names a failure and is none of them, such as the words of a proxy. */
  onStray?(line: string): void
  /** A frame or the whole body grew over its limit. The rest of it is not read. */
  onTooLarge(limit: number, what: 'frame' | 'body'): void
  /** Largest frame or JSON document, in characters. */
  maxFrame: number
  /** Longest body, in characters. Default: no limit. */
  maxBody?: number
}

/** Words of a proxy that say why an answer goes no further. */
export const FAILURE =
  /error|fail|exceed|exhaust|expired|time[d -]?out|refused|denied|rejected|unavailable|overload|too many|not allowed|aborted|reset|bad gateway|<html/i

/** Characters that are kept of a body that is not a stream, to quote it in an error. */
const EXCERPT_SIZE = 64 * 1024

/**
 * Reads the bytes or the text of a body and cuts it into items. Its first characters tell what it is, whatever its content
 * type says (docs/wire 2.1, "body is not SSE"): `{` and `[` begin JSON, `<` an error page, everything else a stream of
 * events. Chunks that come as objects need no reading and may come anywhere between the pieces.
 */
export function createBodyReader(options: BodyReaderOptions) {
  const { maxFrame, maxBody = Infinity, onItem, onPiece, onComment, onStray, onTooLarge } = options
  const decoder = createStreamDecoder()
  const envelopes = onPiece && createEnvelopes()
  let kind: BodyKind = 'unknown'
  let excerpt = ''
  let items = 0
  let received = 0
  let atEnd = false

  function takeFrame(text: string, event: string, unterminated: boolean, ordinal?: number): void {
    items++
    const isUsual = envelopes && event === 'message' && !unterminated
    const piece = isUsual && envelopes.read(text)
    if (piece) return onPiece(piece)
    const found = readFrame(text)
    if (isUsual && found.length === 1 && found[0]!.type === 'value') envelopes.learn(text, found[0]!.value)
    const where = ordinal ? `event ${ordinal}` : `value ${items}`
    // An error event without data is still an error.
    if (event === 'error' && found.length === 0) found.push({ type: 'malformed', text })
    // Not spread into a new object: that took a fifth of the time of a long answer.
    for (const item of found) onItem(Object.assign(item, { event, where, unterminated }))
  }

  const parser = createSseParser({
    maxFrame,
    onComment,
    // A body of nothing else is quoted whole.
    onStray: (line) => items > 0 && FAILURE.test(line) && onStray?.(line),
    onTooLarge: (limit) => onTooLarge(limit, 'frame'),
    onEvent: ({ event, data, ordinal, unterminated }) => takeFrame(data, event, unterminated, ordinal),
  })
  const splitter = createJsonSplitter({
    max: maxFrame,
    onTooLarge: (limit) => onTooLarge(limit, 'frame'),
    onText: (text) => takeFrame(text, 'message', atEnd),
  })

  function takeText(text: string): void {
    // Blank keep-alive lines may come for minutes before a body (DeepSeek); none of them is needed.
    const rest = kind === 'unknown' ? text.trimStart() : text
    if (rest === '') return
    if (kind === 'unknown') kind = rest[0] === '<' ? 'text' : /^[{[]/.test(rest) ? 'json' : 'sse'
    if (kind !== 'sse' || items === 0) excerpt += rest.slice(0, Math.max(0, EXCERPT_SIZE - excerpt.length))
    if (kind === 'sse') parser.push(rest)
    else if (kind === 'json') splitter.push(rest)
  }

  function feed(text: string): void {
    const room = Math.max(0, maxBody - received)
    received += text.length
    takeText(text.slice(0, room))
    if (text.length > room) onTooLarge(maxBody, 'body')
  }

  return {
    /** Reads the next bytes or text. */
    push: (piece: StreamPiece): void => feed(decoder.decode(piece)),
    /** Takes a chunk that came as an object. A copy is made, so that the sender may change the object. */
    take(chunk: object): void {
      items++
      const where = `value ${items}`
      for (const item of entriesOf(copyJson(chunk)))
        onItem(Object.assign(item, { event: 'message', where, unterminated: false }))
    },
    /** Reads what is still waiting, as far as it is complete. Returns true when the body stopped inside a frame. */
    end(): boolean {
      feed(decoder.end())
      atEnd = true
      const cut = kind === 'sse' ? parser.midLine() : kind === 'json' && splitter.isOpen()
      if (kind === 'sse') parser.end()
      else if (kind === 'json') splitter.end()
      return cut
    },
    /**
     * Facts for an error message: what the body is, how many items were read (events without content count), and how it
     * begins, without SSE comments.
     */
    describe: () => ({
      kind,
      items,
      text: (kind === 'sse' ? excerpt.replace(/^:.*$/gm, '') : excerpt).trim(),
    }),
  }
}
