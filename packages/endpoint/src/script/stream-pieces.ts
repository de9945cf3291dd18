import type { ModelRequest } from '../endpoint-types.js'
import { createPace, untilAborted } from '../http/sleep.js'
import { Disconnect, streamBody } from '../http/stream-body.js'
import { completionHead, usageOf } from './completion-head.js'
import type { Delta, Piece } from './cut-steps.js'

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
