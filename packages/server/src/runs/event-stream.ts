import type { LogEvent, LogKey, LogPage, RunLog } from '../log/types.js'
import type { RunObserver } from './observer.js'
import type { Runs } from './create-runs.js'
import { isAtEnd } from './at-end.js'
import { eventName } from './run-events.js'

export interface EventStreamOptions {
  key: LogKey
  log: RunLog
  runs: Runs
  /** The first page, read already. */
  page: LogPage
  /** `events`: one event each, with its offset as id. `durable`: `data` and `control`, as the Durable Streams protocol has them. */
  form: 'events' | 'durable'
  waitMs: number
  /** Aborted when the server closes: readers go to another process with their last offset. */
  closing: AbortSignal
  observer: RunObserver
  /** For the form `durable`: tells a cache between that this is a later answer. */
  cursor?: () => string
  /** Headers beside those of the stream. */
  headers?: Record<string, string>
}

/** The events of a run as they come. It reads on when the client takes more, so a client that reads nothing costs nothing. */
export function eventStream(options: EventStreamOptions): Response {
  const { key, log, runs, form, waitMs, closing, observer, cursor, headers } = options
  const leaving = new AbortController()
  const leave = (): void => leaving.abort()
  closing.addEventListener('abort', leave)
  const tellLeft = observer.reading()
  const end = (): void => {
    closing.removeEventListener('abort', leave)
    tellLeft()
  }
  let isCancelled = false
  const encoder = new TextEncoder()
  let page: LogPage | undefined = options.page
  let next = options.page.next

  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          page ??= await log.read(key, next, { waitMs, signal: leaving.signal })
        } catch {
          // The log cannot be reached: the client comes back with its last offset.
          page = { state: 'gone', events: [], next }
        }
        const { state, events } = page
        next = page.next
        page = undefined
        const isOver = state !== 'open' || closing.aborted
        // A run whose end could not be written to its log has ended all the same.
        if (state === 'open' && events.length === 0 && !isCancelled) await runs.endLog(key).catch(() => {})
        const text =
          form === 'events'
            ? withIds(events)
            : inDurableForm(events, {
                streamNextOffset: next,
                ...(state === 'closed' ? { streamClosed: true } : { streamCursor: cursor?.() }),
                ...((await isAtEnd(log, key, { state, events, next })) && { upToDate: true }),
              })
        if (isCancelled) return
        controller.enqueue(encoder.encode(text))
        if (!isOver) return
        end()
        controller.close()
      },
      cancel() {
        isCancelled = true
        leave()
        end()
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-store',
      'x-content-type-options': 'nosniff',
      // Proxies of nginx's kind keep a stream back without it.
      'x-accel-buffering': 'no',
      ...headers,
    },
  })
}

/** Without events: a comment, so that nothing between takes the connection for dead. */
function withIds(events: readonly LogEvent[]): string {
  if (events.length === 0) return ': open\n\n'
  return events
    .map(({ offset, data }) => {
      const name = eventName(data)
      return `id: ${offset}\n${name === undefined ? '' : `event: ${name}\n`}data: ${data}\n\n`
    })
    .join('')
}

function inDurableForm(events: readonly LogEvent[], control: object): string {
  const data =
    events.length === 0
      ? ''
      : `event: data\n${`[\n${events.map((event) => event.data).join(',\n')}\n]`.replace(/^/gm, 'data: ')}\n\n`
  return `${data}event: control\ndata:${JSON.stringify(control)}\n\n`
}
