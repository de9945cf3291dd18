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
export function createBodyReader({ maxFrame, onItem, onComment, onTooLarge }: BodyReaderOptions) {
  let kind: BodyKind = 'unknown'
  let excerpt = ''
  let items = 0
  let atEnd = false

  function takeFrame(text: string, event: string, where: string, unterminated: boolean): void {
    items++
    const found = readFrame(text)
    // An error event without data is still an error.
    if (event === 'error' && found.length === 0) found.push({ type: 'malformed', text })
    // Not spread into a new object: that was a fifth of all time of a long answer.
    for (const item of found) onItem(Object.assign(item, { event, where, unterminated }))
  }

  const parser = createSseParser({
    maxFrame,
    onComment,
    onTooLarge,
    onEvent: ({ event, data, ordinal, unterminated }) =>
      takeFrame(data, event, `event ${ordinal}`, unterminated),
  })
  const splitter = createJsonSplitter({
    max: maxFrame,
    onTooLarge,
    onText: (text) => takeFrame(text, 'message', `value ${items + 1}`, atEnd),
  })

  return {
    push(text: string): void {
      // Blank keep-alive lines may come for minutes before a body (DeepSeek); none of them is needed.
      const rest = kind === 'unknown' ? text.trimStart() : text
      if (rest === '') return
      if (kind === 'unknown') kind = rest[0] === '<' ? 'text' : /^[{[]/.test(rest) ? 'json' : 'sse'
      if (kind !== 'sse' || items === 0) excerpt += rest.slice(0, Math.max(0, EXCERPT_SIZE - excerpt.length))
      if (kind === 'sse') parser.push(rest)
      else if (kind === 'json') splitter.push(rest)
    },
    /** Reads what is still waiting, as far as it is complete. Returns true when the body stopped inside a frame. */
    end(): boolean {
      atEnd = true
      const cut = kind === 'sse' ? parser.midLine() : kind === 'json' && splitter.isOpen()
      if (kind === 'sse') parser.end()
      else if (kind === 'json') splitter.end()
      return cut
    },
    /**
     * What the body is, the items read so far, events without content among them, and its beginning without SSE
     * comments, for an error message. Only what is no stream is kept long.
     */
    describe: () => ({
      kind,
      items,
      text: (kind === 'sse' ? excerpt.replace(/^:.*$/gm, '') : excerpt).trim(),
    }),
  }
}
