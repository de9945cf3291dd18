import { errorResponse, jsonResponse } from '../http/http.js'
import { createPace, Disconnect, streamBody, untilAborted } from '../http/stream-body.js'
import type { Piece } from '../script/cut-steps.js'
import type { EndpointWire, ModelRequest } from './endpoint-wire.js'

/** A whole answer takes as long as its stream would, but no longer than this at speed 1. */
const LONGEST_WAIT_MS = 2000

/** Plays pieces as a stream of a wire, one network chunk each. */
export function streamWire(pieces: Iterable<Piece>, request: ModelRequest, wire: EndpointWire): Response {
  const encoder = new TextEncoder()
  const writer = wire.createWriter(request)

  async function* play(signal: AbortSignal): AsyncGenerator<Uint8Array, void, undefined> {
    const pace = createPace(request.speed, request.sleep, signal)
    const tokens = { sent: 0, thought: 0 }
    yield encoder.encode(writer.open())
    for (const piece of pieces) {
      switch (piece.type) {
        case 'delta':
          await pace(piece.ms)
          count(tokens, piece)
          yield encoder.encode(writer.delta(piece.delta))
          break
        case 'raw':
          yield encoder.encode(piece.text)
          break
        case 'pause':
          await pace(piece.ms)
          break
        case 'stall':
          await untilAborted(signal)
          break
        case 'error':
          yield encoder.encode(writer.error(piece.error))
          return
        case 'close':
          return
        case 'disconnect':
          throw new Disconnect()
        case 'finish':
          yield encoder.encode(writer.finish(piece.reason, tokens, piece.extra))
          return
      }
    }
  }

  return new Response(streamBody(request.request, play), {
    headers: {
      'content-type': wire.contentType ?? 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
    },
  })
}

/** Plays pieces as one body, for requests that did not ask for a stream. Raw bytes are left out. */
export async function collectWire(
  pieces: Iterable<Piece>,
  request: ModelRequest,
  wire: EndpointWire,
): Promise<Response> {
  const { signal } = request.request
  const writer = wire.createWriter(request)
  const tokens = { sent: 0, thought: 0 }
  let waiting = 0
  let ending: Piece | undefined
  writer.open()
  for (const piece of pieces) {
    if (piece.type === 'delta') {
      waiting += piece.ms
      count(tokens, piece)
      writer.delta(piece.delta)
    } else if (piece.type === 'pause') waiting += piece.ms
    else if (piece.type === 'stall') await untilAborted(signal)
    else if (piece.type !== 'raw') ending = piece
  }
  await createPace(request.speed, request.sleep, signal)(Math.min(waiting, LONGEST_WAIT_MS))
  if (ending?.type === 'error') return errorResponse(500, ending.error, {}, wire.errorBody)
  if (ending?.type === 'finish') writer.finish(ending.reason, tokens, ending.extra)
  else writer.finish(null, tokens)
  const whole = jsonResponse(writer.whole())
  return ending?.type === 'disconnect' ? cutInHalf(whole, request) : whole
}

/** The same response whose body breaks off half way. */
async function cutInHalf(response: Response, request: ModelRequest): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const body = streamBody(request.request, async function* () {
    yield bytes.subarray(0, Math.floor(bytes.length / 2))
    throw new Disconnect()
  })
  return new Response(body, { headers: response.headers })
}

function count(
  tokens: { sent: number; thought: number },
  { thinking }: Extract<Piece, { type: 'delta' }>,
): void {
  tokens.sent += 1
  if (thinking) tokens.thought += 1
}
