import { errorResponse, RefusedRequest } from './error-body.js'
import type { Sleep } from './sleep.js'
import { Disconnect, streamBody } from './stream-body.js'

/** What shall go wrong with one response. */
export interface Fault {
  /** Answer with this HTTP status instead. */
  status?: number
  /** Milliseconds to wait before anything is answered. Not changed by `speed`. */
  delay?: number
  /** Cut the line after this many bytes of the body. */
  drop?: number
}

export const FAULT_NAME = 'x-antiphon-fault'

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
