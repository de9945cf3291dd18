import type { ModelRequest } from '../endpoint-types.js'
import { errorResponse, jsonResponse } from '../http/http.js'
import { createPace, Disconnect, streamBody, untilAborted } from '../http/stream-body.js'
import type { Piece } from '../script/cut-steps.js'
import { cutInHalf, LONGEST_WAIT_MS } from '../script/pieces.js'
import type { EndpointWire } from './endpoint-wire.js'

/** Plays pieces as `text/event-stream` with the events of a wire. */
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
          yield encoder.encode(writer.finish(piece.reason, tokens))
          return
      }
    }
  }

  return new Response(streamBody(request.request, play), {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' },
  })
}

/** Plays pieces as one body, for requests that did not ask for a stream. Raw bytes have no place in it. */
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
  writer.finish(ending?.type === 'finish' ? ending.reason : 'stop', tokens)
  const whole = jsonResponse(writer.whole())
  return ending?.type === 'disconnect' ? cutInHalf(whole, request) : whole
}

function count(
  tokens: { sent: number; thought: number },
  { thinking }: Extract<Piece, { type: 'delta' }>,
): void {
  tokens.sent += 1
  if (thinking) tokens.thought += 1
}
