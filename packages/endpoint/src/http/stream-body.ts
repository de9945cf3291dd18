import { raceAbort, wait } from '@antiphon/base'
import { errorResponse, RefusedRequest } from './http.js'

/** Waits `ms` milliseconds; rejects with the signal's reason as soon as it is aborted. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

/** Waits by the clock. Tests pass one that returns at once. */
export const realSleep: Sleep = wait

/** Resolves never; rejects with the signal's reason when it is aborted. */
export const untilAborted = (signal: AbortSignal): Promise<never> =>
  raceAbort(new Promise<never>(() => {}), signal)

/** Waits in the rhythm of one response. */
export type Pace = (ms: number) => Promise<void>

/**
 * `speed` multiplies: 2 is twice as fast, `Infinity` or 0 does not wait at all. Waits under 4 ms are saved up, since
 * timers cannot keep them: at high speed several network chunks leave together, the rate stays right.
 */
export function createPace(speed: number, sleep: Sleep, signal: AbortSignal): Pace {
  let owed = 0
  return async (ms) => {
    signal.throwIfAborted()
    if (!Number.isFinite(speed) || speed <= 0) return
    owed += ms / speed
    if (owed < 4) return
    const due = owed
    owed = 0
    await sleep(due, signal)
  }
}

/** The fault to make in one response. */
export interface Fault {
  /** Answer with this HTTP status instead. */
  status?: number
  /** Milliseconds to wait before anything is answered. Not changed by `speed`. */
  delay?: number
  /** Cut the line after this many bytes of the body. */
  drop?: number
}

const FAULT_NAME = 'x-antiphon-fault'

/** Reads `status=503`, `delay=1500`, `drop=200` or several with commas from the header or query `x-antiphon-fault`. */
export function readFault(request: Request): Fault {
  const text = request.headers.get(FAULT_NAME) ?? new URL(request.url).searchParams.get(FAULT_NAME)
  const fault: Fault = {}
  for (const entry of text?.split(',') ?? []) {
    const [name = '', value = ''] = entry.split('=').map((word) => word.trim())
    const number = Number(value)
    const known = name === 'status' || name === 'delay' || name === 'drop'
    if (
      !known ||
      value === '' ||
      !Number.isInteger(number) ||
      number < 0 ||
      (name === 'status' && (number < 400 || number > 599))
    ) {
      throw new RefusedRequest(400, {
        message: `Invalid ${FAULT_NAME}: '${entry.trim()}'. Use status=400…599, delay=MILLISECONDS or drop=BYTES.`,
        param: FAULT_NAME,
      })
    }
    fault[name] = number
  }
  return fault
}

export async function applyFault(
  fault: Fault,
  request: Request,
  sleep: Sleep,
  answer: () => Promise<Response>,
): Promise<Response> {
  if (fault.delay) await sleep(fault.delay, request.signal)
  if (fault.status !== undefined) {
    return errorResponse(fault.status, {
      message: `Status ${fault.status}, as ${FAULT_NAME} asked.`,
      type: fault.status >= 500 ? 'server_error' : 'invalid_request_error',
    })
  }
  const response = await answer()
  if (fault.drop === undefined || !response.body) return response
  return new Response(dropAfter(request, response.body, fault.drop), {
    status: response.status,
    headers: response.headers,
  })
}

function dropAfter(
  request: Request,
  body: ReadableStream<Uint8Array>,
  limit: number,
): ReadableStream<Uint8Array> {
  return streamBody(request, async function* () {
    const reader = body.getReader()
    let left = limit
    try {
      for (;;) {
        if (left <= 0) throw new Disconnect()
        const { done, value } = await reader.read()
        if (done) return
        const kept = value.subarray(0, left)
        left -= kept.length
        yield kept
      }
    } finally {
      await reader.cancel().catch(() => undefined)
    }
  })
}

/** Thrown by a script to cut the line: the body stream fails, over HTTP the socket is destroyed. */
export class Disconnect extends TypeError {
  override name = 'TypeError'
  constructor() {
    super('network error')
  }
}

/**
 * A response body out of a generator of network chunks. One chunk is made per read, so a slow or absent reader holds
 * the script. Aborting `request.signal` fails the body with the signal's reason, as `fetch` does; cancelling the body
 * aborts the signal that `produce` is given.
 */
export function streamBody(
  request: Request,
  produce: (signal: AbortSignal) => AsyncIterable<Uint8Array>,
): ReadableStream<Uint8Array> {
  const stop = new AbortController()
  // The request stays referenced from here: the signal of a collected Request no longer follows its controller in Node.
  const onAbort = () => stop.abort(request.signal.reason)
  if (request.signal.aborted) onAbort()
  else request.signal.addEventListener('abort', onAbort, { once: true })
  const chunks = produce(stop.signal)[Symbol.asyncIterator]()
  const release = () => request.signal.removeEventListener('abort', onAbort)

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        stop.signal.addEventListener('abort', () => {
          release()
          // Lets the script run its `finally`, also when nobody was waiting for the next chunk.
          chunks.return?.().catch(() => undefined)
          try {
            controller.error(stop.signal.reason)
          } catch {
            // Already closed or cancelled: there is nobody left to tell.
          }
        })
      },
      async pull(controller) {
        try {
          stop.signal.throwIfAborted()
          const next = await chunks.next()
          if (stop.signal.aborted) return
          if (!next.done) return controller.enqueue(next.value)
          release()
          controller.close()
        } catch (error) {
          release()
          controller.error(error)
        }
      },
      cancel(reason) {
        release()
        stop.abort(reason ?? new DOMException('The reader cancelled the body.', 'AbortError'))
      },
    },
    { highWaterMark: 0 },
  )
}
