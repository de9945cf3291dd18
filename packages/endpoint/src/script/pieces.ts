import type { ModelRequest } from '../endpoint-types.js'
import { errorResponse, jsonResponse } from '../http/http.js'
import { createPace, untilAborted, Disconnect, streamBody } from '../http/stream-body.js'
import type { CallDelta, Piece, Delta } from './cut-steps.js'
import { usageOf } from './usage.js'

export { countPieces, splitPieces } from './usage.js'

interface WholeMessage {
  role: 'assistant'
  content: string | null
  refusal: string | null
  reasoning_content?: string
  tool_calls?: { id: string; type: 'function'; function: { name: string; arguments: string } }[]
}

/** A whole answer takes as long as its stream would, but no longer than this at speed 1. */
export const LONGEST_WAIT_MS = 2000

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
export async function cutInHalf(response: Response, request: ModelRequest): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const body = streamBody(request.request, async function* () {
    yield bytes.subarray(0, Math.floor(bytes.length / 2))
    throw new Disconnect()
  })
  return new Response(body, { headers: response.headers })
}

/** The fields that all chunks of one completion share. */
export interface CompletionHead {
  id: string
  created: number
  model: string
}

export function completionHead(request: ModelRequest): CompletionHead {
  return {
    id: `chatcmpl-${request.generateId()}`,
    created: Math.floor(request.now() / 1000),
    model: request.chat.model,
  }
}

/** Plays pieces as `text/event-stream`, one event per network chunk, in the shape of OpenAI's chunks. */
export function streamPieces(pieces: Iterable<Piece>, request: ModelRequest): Response {
  const encoder = new TextEncoder()
  const head = completionHead(request)
  const { includeUsage } = request.chat

  function event(choices: unknown[], usage?: unknown): Uint8Array {
    const { id, created, model } = head
    const chunk = {
      id,
      object: 'chat.completion.chunk',
      created,
      model,
      choices,
      ...(includeUsage ? { usage: usage ?? null } : {}),
    }
    return encoder.encode(`data: ${JSON.stringify(chunk)}\n\n`)
  }
  const choice = (delta: Delta, reason: string | null = null, extra = {}) => [
    { index: 0, delta, logprobs: null, finish_reason: reason, ...extra },
  ]

  async function* play(signal: AbortSignal): AsyncGenerator<Uint8Array, void, undefined> {
    const pace = createPace(request.speed, request.sleep, signal)
    let sent = 0
    let thought = 0
    yield event(choice({ role: 'assistant', content: '' }))
    for (const piece of pieces) {
      switch (piece.type) {
        case 'delta':
          await pace(piece.ms)
          sent += 1
          if (piece.thinking) thought += 1
          yield event(choice(piece.delta))
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
          yield encoder.encode(`data: ${JSON.stringify({ error: piece.error })}\n\n`)
          return
        case 'close':
          return
        case 'disconnect':
          throw new Disconnect()
        case 'finish':
          yield event(choice({}, piece.reason, piece.extra))
          if (includeUsage) yield event([], usageOf(request, sent, thought))
          yield encoder.encode('data: [DONE]\n\n')
          return
      }
    }
  }

  return new Response(streamBody(request.request, play), {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' },
  })
}
