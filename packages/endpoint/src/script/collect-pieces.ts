import type { ModelRequest } from '../endpoint-types.js'
import { errorResponse, jsonResponse } from '../http/error-body.js'
import { createPace, untilAborted } from '../http/sleep.js'
import { Disconnect, streamBody } from '../http/stream-body.js'
import { completionHead, usageOf } from './completion-head.js'
import type { CallDelta, Piece } from './cut-steps.js'

interface WholeMessage {
  role: 'assistant'
  content: string | null
  refusal: string | null
  reasoning_content?: string
  tool_calls?: { id: string; type: 'function'; function: { name: string; arguments: string } }[]
}

/** A whole answer takes as long as its stream would, but no longer than this at speed 1. */
const LONGEST_WAIT_MS = 2000

/** Plays pieces as one body, for requests that did not ask for a stream. Raw bytes have no place in it. */
export async function collectPieces(pieces: Iterable<Piece>, request: ModelRequest): Promise<Response> {
  const head = completionHead(request)
  const { signal } = request.request
  const message: WholeMessage = { role: 'assistant', content: null, refusal: null }
  let waiting = 0
  let sent = 0
  let thought = 0
  let ending: Piece | undefined
  for (const piece of pieces) {
    if (piece.type === 'delta') {
      waiting += piece.ms
      sent += 1
      if (piece.thinking) thought += 1
      addDelta(message, piece)
    } else if (piece.type === 'pause') waiting += piece.ms
    else if (piece.type === 'stall') await untilAborted(signal)
    else if (piece.type !== 'raw') ending = piece
  }
  await createPace(request.speed, request.sleep, signal)(Math.min(waiting, LONGEST_WAIT_MS))
  if (ending?.type === 'error') return errorResponse(500, ending.error)

  const reason = ending?.type === 'finish' ? ending.reason : null
  const extra = ending?.type === 'finish' ? ending.extra : undefined
  const { id, created, model } = head
  const choices = [{ index: 0, message, logprobs: null, finish_reason: reason, ...extra }]
  const whole = jsonResponse({
    id,
    object: 'chat.completion',
    created,
    model,
    choices,
    usage: usageOf(request, sent, thought),
  })
  return ending?.type === 'disconnect' ? cutInHalf(whole, request) : whole
}

function addDelta(message: WholeMessage, { delta }: Extract<Piece, { type: 'delta' }>): void {
  if (typeof delta.content === 'string') message.content = (message.content ?? '') + delta.content
  if (delta.reasoning_content !== undefined)
    message.reasoning_content = (message.reasoning_content ?? '') + delta.reasoning_content
  if (delta.refusal !== undefined) message.refusal = (message.refusal ?? '') + delta.refusal
  for (const call of delta.tool_calls ?? []) addCall(message, call)
}

function addCall(message: WholeMessage, part: CallDelta): void {
  message.tool_calls ??= []
  const known = message.tool_calls[part.index]
  if (known) known.function.arguments += part.function.arguments
  else {
    const { name = '', arguments: args } = part.function
    message.tool_calls[part.index] = {
      id: part.id ?? '',
      type: 'function',
      function: { name, arguments: args },
    }
  }
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
