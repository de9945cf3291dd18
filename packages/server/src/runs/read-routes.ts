import type { RouteContext } from '../route.js'
import { LOG_START, type LogKey, type LogPage, type RunLog } from '../log/types.js'
import type { RunObserver } from './observer.js'
import { refuse, shownRun } from './answers.js'
import type { Runs } from './create-runs.js'
import { isAtEnd } from './at-end.js'
import { eventStream } from './event-stream.js'

export interface ReadOptions {
  runs: Runs
  log: RunLog
  /** Longest wait of a long-poll, and the pause between two comments that keep a stream open, in ms. */
  waitMs: number
  /** Aborted when the server closes. */
  closing: AbortSignal
  observer: RunObserver
}

/** Offsets of all logs, and those of the protocol, have no others. */
const OFFSET = /^[\w-]+$/

/** Counts spans of 20 seconds: the protocol wants a cursor, which lets a cache between tell two waits apart. */
const cursorAfter = (asked: string | null): string => {
  const now = Math.floor(Date.now() / 20_000)
  return String(Math.max(now, (Number(asked) || 0) + 1))
}

export const keyOf = ({ user, params }: RouteContext): LogKey => ({
  userId: user.id,
  threadId: params['threadId'] ?? '',
  runId: params['runId'] ?? '',
})

/**
 * Reads the events of a run behind an offset. With `live=long-poll`, `live=sse` and neither, it is the read path of the Durable
 * Streams protocol over a stream of JSON. A request that accepts `text/event-stream` and names no mode gets events with ids, for an
 * `EventSource` and for the reader of the kit.
 */
export async function readRun(context: RouteContext, options: ReadOptions): Promise<Response> {
  const { request, url } = context
  const { runs, log, waitMs, closing } = options
  const key = keyOf(context)
  const run = await runs.get(key)
  if (!run) return refuse('unknown_run', 'There is no such run.')
  const live = url.searchParams.get('live')
  const offsets = url.searchParams.getAll('offset')
  const asked = offsets[0] ?? request.headers.get('last-event-id') ?? (live === null ? LOG_START : '')
  if (offsets.length > 1 || !OFFSET.test(asked))
    return refuse('invalid', 'offset: is one text that the server gave, -1 or now. Live modes need one.')
  if (live !== null && live !== 'sse' && live !== 'long-poll')
    return refuse('invalid', `live: "${live}" is none of sse and long-poll.`)
  const after = asked === 'now' ? (await log.status(key)).next : asked
  const isStream =
    live === 'sse' || (live === null && request.headers.get('accept')?.includes('event-stream'))
  const page = await log.read(
    key,
    after,
    live === 'long-poll' ? { waitMs, signal: AbortSignal.any([request.signal, closing]) } : {},
  )
  if (run.status === 'ended' && page.state === 'open' && page.events.length === 0)
    await runs.endLog(key).catch(() => {})
  if (page.state === 'gone')
    return refuse(
      'not_resumable',
      'The events of this run are not kept any more. Read its thread, which has the messages, and do not start it again.',
      { run: shownRun(run) },
    )
  if (isStream) {
    // An EventSource that comes back behind the end is told to stay away.
    if (live === null && page.state === 'closed' && page.events.length === 0)
      return new Response(null, { status: 204 })
    const cursor = () => cursorAfter(url.searchParams.get('cursor'))
    return eventStream({ key, page, form: live === 'sse' ? 'durable' : 'events', cursor, ...options })
  }
  const etag = `"${after}.${page.next}.${page.state}"`
  const upToDate = await isAtEnd(log, key, page)
  const response = jsonPage(page, upToDate, live === 'long-poll' ? url.searchParams.get('cursor') : undefined)
  response.headers.set('etag', etag)
  if (request.headers.get('if-none-match') !== etag) return response
  return new Response(null, { status: 304, headers: response.headers })
}

/** @param cursor of a long-poll; undefined without one. */
function jsonPage(page: LogPage, upToDate: boolean, cursor: string | null | undefined): Response {
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'stream-next-offset': page.next,
    ...(upToDate && { 'stream-up-to-date': 'true' }),
    ...(page.state === 'closed' && { 'stream-closed': 'true' }),
    ...(cursor !== undefined && { 'stream-cursor': cursorAfter(cursor) }),
  }
  if (cursor !== undefined && page.events.length === 0) return new Response(null, { status: 204, headers })
  return new Response(`[${page.events.map(({ data }) => data).join(',')}]`, { headers })
}

/** Whether there are events of the run, and their end. */
export async function headRun(context: RouteContext, { log }: ReadOptions): Promise<Response> {
  const { state, next } = await log.status(keyOf(context))
  if (state === 'gone') return new Response(null, { status: 404 })
  return new Response(null, {
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'stream-next-offset': next,
      ...(state === 'closed' && { 'stream-closed': 'true' }),
    },
  })
}
