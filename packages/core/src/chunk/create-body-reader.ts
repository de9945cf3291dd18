import type { BodyKind } from '../errors/describe-body.js'
import { createSseParser } from '../sse/create-sse-parser.js'
import { readFrame, type FrameItem } from './read-frame.js'
import { createJsonSplitter } from './split-json.js'

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
  onComment?(comment: string): void
  onTooLarge(limit: number): void
  /** Largest frame or JSON document, in characters. */
  maxFrame: number
}

/** How much of a body that is no stream is kept to be quoted. */
const EXCERPT_SIZE = 64 * 1024

/**
 * Tells by the first characters what a body is, whatever its content type says, and cuts it into items
 * (wire-facts 2.1, "body is not SSE"): `{` and `[` begin JSON, `<` an error page, everything else a stream of events.
 */
export function createBodyReader(options: BodyReaderOptions) {
  let kind: BodyKind = 'unknown'
  let excerpt = ''
  let items = 0
  let values = 0

  const parser = createSseParser({
    maxFrame: options.maxFrame,
    onComment: options.onComment,
    onTooLarge: options.onTooLarge,
    onEvent: ({ event, data, ordinal, unterminated }) => {
      items++
      const found = readFrame(data)
      const where = `event ${ordinal}`
      // An error event without data is still an error.
      if (event === 'error' && found.length === 0) found.push({ type: 'malformed', text: '' })
      for (const item of found) options.onItem({ ...item, event, where, unterminated: unterminated === true })
    },
  })

  let atEnd = false
  const splitter = createJsonSplitter({
    max: options.maxFrame,
    onTooLarge: options.onTooLarge,
    onText: (text) => {
      items++
      const where = `value ${++values}`
      for (const item of readFrame(text))
        options.onItem({ ...item, event: 'message', where, unterminated: atEnd })
    },
  })

  /** Blank keep-alive lines may come for minutes before a body (DeepSeek); none of them is needed. */
  function sniff(text: string): string {
    const body = text.trimStart()
    const first = body[0]
    if (first !== undefined) kind = first === '<' ? 'text' : first === '{' || first === '[' ? 'json' : 'sse'
    return body
  }

  function feed(text: string): void {
    if (excerpt.length < EXCERPT_SIZE && (kind !== 'sse' || items === 0)) {
      excerpt += text.slice(0, EXCERPT_SIZE - excerpt.length)
    }
    if (kind === 'sse') parser.push(text)
    else if (kind === 'json') splitter.push(text)
  }

  return {
    push(text: string): void {
      const rest = kind === 'unknown' ? sniff(text) : text
      if (rest !== '') feed(rest)
    },
    /** Reads what is still waiting, as far as it is complete. Returns true when the body stopped inside a frame. */
    end(): boolean {
      atEnd = true
      const cut = kind === 'sse' ? parser.midLine : kind === 'json' && splitter.open
      if (kind === 'sse') parser.end()
      else if (kind === 'json') splitter.end()
      return cut
    },
    get kind() {
      return kind
    },
    /** Items read so far, counting events without content. */
    get items() {
      return items
    },
    /** The beginning of the body, without SSE comments, for an error message. Only what is no stream is kept long. */
    get excerpt() {
      return kind === 'sse' ? excerpt.replace(/^:.*$/gm, '').trim() : excerpt.trim()
    },
  }
}
