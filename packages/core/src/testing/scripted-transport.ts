import type { ChatTransport, TransportRequest } from '../provider/connection/types.js'
import type { CompletionSource } from '../wire/pipeline.js'

/**
 * The body of an event stream from chunk objects: each framed as `data: …`, then `data: [DONE]`. A string is written as
 * it is, for lines that are not JSON.
 */
export function sseText(chunks: readonly unknown[], options: { done?: boolean } = {}): string {
  const frames = chunks.map((chunk) =>
    typeof chunk === 'string' ? chunk : `data: ${JSON.stringify(chunk)}\n\n`,
  )
  return frames.join('') + (options.done === false ? '' : 'data: [DONE]\n\n')
}

/** Cuts bytes at the given offsets, inside characters too, as a network does. Offsets out of range are ignored. */
export function splitBytes(bytes: Uint8Array, offsets: readonly number[]): Uint8Array[] {
  const inside = offsets.filter((offset) => offset > 0 && offset < bytes.length)
  const cuts = [0, ...new Set(inside.sort((a, b) => a - b)), bytes.length]
  return cuts.slice(1).map((end, i) => bytes.slice(cuts[i], end))
}

const chunk = (delta: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
})

/** The body of an answer that says `text`. */
export function textAnswer(text: string, finishReason = 'stop'): string {
  return sseText([chunk({ content: text }), chunk({}, finishReason)])
}

export interface AnswerCall {
  name: string
  /** A value, or the text as the model writes it. Default `{}`. */
  args?: unknown
  /** Default `call_0`, `call_1`, … */
  id?: string
}

/** The body of an answer that calls tools. */
export function callsAnswer(calls: readonly AnswerCall[], finishReason = 'tool_calls'): string {
  const tool_calls = calls.map(({ name, args = {}, id }, index) => ({
    index,
    id: id ?? `call_${index}`,
    type: 'function',
    function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
  }))
  return sseText([chunk({ tool_calls }), chunk({}, finishReason)])
}

/** One answer: a source, or a function that makes it from the request (and may throw, to fail the connection). */
export type ScriptedAnswer =
  | CompletionSource
  | ((request: TransportRequest, signal: AbortSignal) => CompletionSource | Promise<CompletionSource>)

/** A transport that gives the listed answers in turn and keeps the requests it was sent. */
export function scriptedTransport(
  answers: readonly ScriptedAnswer[],
): ChatTransport & { requests: TransportRequest[] } {
  const requests: TransportRequest[] = []
  return {
    requests,
    async send(request, { signal }) {
      const answer = answers[requests.length]
      requests.push(request)
      if (answer === undefined) throw new Error(`There is no scripted answer number ${requests.length}.`)
      return typeof answer === 'function' ? answer(request, signal) : answer
    },
  }
}
