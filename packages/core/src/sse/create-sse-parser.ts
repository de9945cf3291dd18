import { createParser } from 'eventsource-parser'
import { createFrameLimit, DEFAULT_MAX_FRAME } from './frame-limit.js'
import { createNewlineNormalizer } from './normalize-newlines.js'

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
  unterminated?: true
  /** Not an event of the standard: a bare `error: {…}` line (llama.cpp), `[DONE]` or JSON without `data:`. */
  bare?: true
}

export interface SseParserOptions {
  onEvent(event: SseEvent): void
  /** Comments are keep-alives: they carry nothing and reset idle timers. */
  onComment?(comment: string): void
  onRetry?(ms: number): void
  /** A frame grew over the limit. Nothing is dispatched after this. */
  onTooLarge?(limit: number): void
  /** Largest frame in characters. Default 16 M. */
  maxFrame?: number
}

/**
 * A push parser for server-sent events: `eventsource-parser`, plus what it leaves out for chat streams (wire-facts 2.1):
 * a CR as the very last byte, a last event without its blank line, bare `error:` lines, a limit that is exact for any cut.
 */
export function createSseParser(options: SseParserOptions) {
  const maxFrame = options.maxFrame ?? DEFAULT_MAX_FRAME
  const normalize = createNewlineNormalizer()
  const limit = createFrameLimit(maxFrame)
  let lastEventId = ''
  let ordinal = 0
  let ending = false
  let dead = false
  let midLine = false

  function dispatch(event: string | undefined, data: string, bare: boolean): void {
    options.onEvent({
      event: event || 'message',
      data,
      lastEventId,
      ordinal: ++ordinal,
      ...(ending ? { unterminated: true } : {}),
      ...(bare ? { bare: true } : {}),
    })
  }

  const parser = createParser({
    onEvent: ({ event, data, id }) => {
      if (id !== undefined) lastEventId = id
      dispatch(event, data, false)
    },
    onComment: (comment) => options.onComment?.(comment),
    onRetry: (ms) => options.onRetry?.(ms),
    onError: (error) => {
      if (error.type !== 'unknown-field') return
      const text = error.line ?? ''
      if (error.field === 'error') dispatch('error', error.value ?? '', true)
      else if (/^\s*(?:\[DONE\]|\{)/.test(text)) dispatch(undefined, text, true)
    },
  })
  // The library strips a byte order mark that was decoded as Latin-1 from its first piece, which would depend on the cut.
  parser.feed('')

  return {
    /** True while the last line has no end yet: a body that ends here was cut. */
    get midLine() {
      return midLine
    },
    push(text: string): void {
      if (dead || text === '') return
      const lines = normalize(text)
      if (lines === '') return
      midLine = lines.charCodeAt(lines.length - 1) !== 10
      const excess = limit.firstExcess(lines)
      parser.feed(excess === undefined ? lines : lines.slice(0, excess))
      if (excess === undefined) return
      dead = true
      options.onTooLarge?.(maxFrame)
    },
    /** The body is over: a last event without its blank line is dispatched, marked `unterminated`. */
    end(): void {
      if (dead) return
      ending = true
      parser.feed('\n\n')
      dead = true
    },
  }
}
