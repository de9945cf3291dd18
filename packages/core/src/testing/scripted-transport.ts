import type { ChatTransport, TransportRequest } from '../connection/connection-types.js'
import type { CompletionSource } from '../pipeline.js'

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
