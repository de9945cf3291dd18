import { createBodyReader, createStreamDecoder, DEFAULT_MAX_FRAME, raceAbort } from '@antiphon/core/internal'
import type { EventSource } from './agent-step.js'

/** An event, or text where one should have been; `cut` when the source ended inside it. */
export type ReadEvent = { value: unknown } | { text: string; cut: boolean }

/**
 * The events of a source as they come: values as they are, bytes and text as an event stream or JSON lines, told apart
 * by content. Ends at `[DONE]`. Closes the source on every way out.
 */
export async function* readEvents(source: EventSource, signal: AbortSignal): AsyncGenerator<ReadEvent, void> {
  const found: ReadEvent[] = []
  let done = false
  const decoder = createStreamDecoder()
  const body = createBodyReader({
    maxFrame: DEFAULT_MAX_FRAME,
    onItem(item) {
      if (item.type === 'done') done = true
      else if (item.type === 'value') found.push({ value: item.value })
      else found.push({ text: item.text, cut: item.unterminated })
    },
    onTooLarge(limit) {
      found.push({ text: `[An event of more than ${limit} characters was left out.]`, cut: false })
    },
  })
  for await (const piece of valuesOf(source, signal)) {
    if (typeof piece === 'string') body.push(decoder.decode(piece))
    else if (piece instanceof ArrayBuffer) body.push(decoder.decode(new Uint8Array(piece)))
    else if (ArrayBuffer.isView(piece))
      body.push(decoder.decode(new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength)))
    else found.push({ value: piece })
    yield* found.splice(0)
    if (done) return
  }
  body.push(decoder.end())
  body.end()
  yield* found
}

/** Whatever a source gives, in order. An abort ends the waiting at once, also while the source hangs. */
async function* valuesOf(source: EventSource, signal: AbortSignal): AsyncGenerator<unknown, void> {
  const from = 'status' in source && 'headers' in source ? (source.body ?? []) : source
  if ('getReader' in from) {
    const reader = from.getReader()
    try {
      for (;;) {
        const { done, value } = await raceAbort(reader.read(), signal)
        if (done) return
        yield value
      }
    } finally {
      void reader.cancel().catch(() => {})
    }
  }
  const list = from as AsyncIterable<unknown> | Iterable<unknown>
  const iterator = Symbol.asyncIterator in list ? list[Symbol.asyncIterator]() : list[Symbol.iterator]()
  try {
    for (;;) {
      const { done, value } = await raceAbort(Promise.resolve(iterator.next()), signal)
      if (done) return
      yield value
    }
  } finally {
    void Promise.resolve(iterator.return?.()).catch(() => {})
  }
}
