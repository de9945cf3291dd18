import type { LogEvent, LogKey, LogPage, RunLog } from '../log/types.js'
import type { RunObserver } from '../operations/observer.js'
import type { Runs } from './create-runs.js'
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
  /** Headers beside those of the stream. */
  headers?: Record<string, string>
}

/** The events of a run as they come. It reads on when the client takes more, so a client that reads nothing costs nothing. */
export function eventStream(options: EventStreamOptions): Response {
  const { key, log, runs, form, waitMs, closing, observer, headers } = options
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
  /** Did its row say, at the last look without events, that the run has ended? */
  let hasEnded = false

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
        // A run whose end could not be written to its log has ended all the same. Its row says so first, so a whole wait passes.
        const isOver = state !== 'open' || closing.aborted || (hasEnded && events.length === 0)
        if (events.length === 0) hasEnded = (await runs.get(key).catch(() => undefined))?.status === 'ended'
        const write = form === 'events' ? withIds : inDurableForm
        if (isCancelled) return
        controller.enqueue(encoder.encode(write(events, next, state === 'closed')))
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
      'cache-control': 'no-store',
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

function inDurableForm(events: readonly LogEvent[], next: string, isClosed: boolean): string {
  const data =
    events.length === 0
      ? ''
      : `event: data\n${`[\n${events.map((event) => event.data).join(',\n')}\n]`.replace(/^/gm, 'data: ')}\n\n`
  const control = {
    streamNextOffset: next,
    streamCursor: String(Math.floor(Date.now() / 20_000)),
    ...(events.length === 0 && { upToDate: true }),
    ...(isClosed && { streamClosed: true }),
  }
  return `${data}event: control\ndata: ${JSON.stringify(control)}\n\n`
}
