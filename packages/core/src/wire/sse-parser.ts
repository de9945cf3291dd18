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
  /** Not an event of the standard: a bare `error: {…}` line (llama.cpp), `[DONE]` or JSON without `data:`. */
  bare: boolean
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
 * A push parser for server-sent events as the HTML standard has them, plus what chat streams need beside it (docs/wire
 * 2.1): a CR ends its line at once, the last event needs no blank line, bare `error:` lines count, and a frame without
 * end is stopped at the same character for any cut.
 */
export function createSseParser(options: SseParserOptions) {
  const { onEvent, onComment, onRetry, onTooLarge, maxFrame = DEFAULT_MAX_FRAME } = options
  /** The line that has no end yet, and the size of the complete lines of its frame; comments do not count. */
  let line = ''
  let frame = 0
  let event = ''
  /** The data lines of the event. Joined at its end, for each step of a long text would be held until then. */
  const data: string[] = []
  let lastEventId = ''
  let ordinal = 0
  let afterReturn = false
  let unterminated = false
  let dead = false

  function dispatch(name: string, text: string, bare: boolean): void {
    onEvent({ event: name || 'message', data: text, lastEventId, ordinal: ++ordinal, unterminated, bare })
  }

  function takeLine(): void {
    const colon = line.indexOf(':')
    const name = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (colon !== 0) frame += line.length
    if (line === '') {
      if (data.length > 0) dispatch(event, data.length > 1 ? data.join('\n') : data[0]!, false)
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
    else if (/^\s*(\[DONE\]|\{)/.test(line)) dispatch('', line, true)
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
