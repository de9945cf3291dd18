import { randomId } from '@antiphon/core'
import { type RequestValue, endpointRedactor, settleHeaders } from '@antiphon/core/request'
import { isRecord, type JsonObject, listOf } from '@antiphon/base'
import { aiSdkFormat, readAiSdk } from '@antiphon/transcripts/agents'
import { createAgentTransport } from './agent-transport.js'
import { writeWhole } from './write-whole.js'
import type { AgentTransport, AgentTransportOptions, EventSource } from './types.js'

/** The body that the chat of the AI SDK posts. */
export interface AiSdkRequest {
  id: string
  /** UI messages. */
  messages: unknown[]
  trigger: 'submit-message' | 'regenerate-message'
  /** Id of the answer that is requested again. */
  messageId?: string
}

/** Which route of the AI SDK answers, and what goes with each request. Give `api`, or `stream` to ask it yourself. */
export interface AiSdkOptions extends AgentTransportOptions {
  /** Address of a route that answers with a UI message stream. */
  api?: string
  /** In place of `api`: the stream itself, as parts or as the bytes of a response. */
  stream?(request: AiSdkRequest, options: { signal: AbortSignal }): EventSource | Promise<EventSource>
  /** Sent with each request. A function is called right before it, for example to get a token. */
  headers?: Readonly<Record<string, RequestValue>>
  /** Whether cookies go along, as `fetch` has it. Default `same-origin`. */
  credentials?: RequestCredentials
  /** Fields added to the body that is posted. The `body` of one `send` overrides them. */
  body?: Readonly<Record<string, unknown>>
  /** Id of the chat in the body. Default: the `threadId` of the chat, else a random one for this transport. */
  id?: string
  /**
   * The server keeps its streams (`resumable-stream`): a broken connection is resumed at `GET {api}/{id}/stream`. `true`, or that
   * address. Default false.
   */
  resume?: boolean | string
  /** Default: the global `fetch`. */
  fetch?: typeof fetch
  /** Called with each `data-*` part, including a `transient` one, which is not added to any message. */
  onData?(part: { type: string; id?: string; data: unknown; transient?: boolean }): void
}

/**
 * A chat that is answered by a UI message stream of the AI SDK. Calls that the server answers are shown with their results.
 * Calls for the client are run by the chat's tools or answered with `addToolResult`. Calls that the server asks about
 * (`tool-approval-request`) wait for a person; the answer goes to the server, which runs them.
 *
 * @throws TypeError when neither `api` nor `stream` is given.
 */
export function createAiSdkTransport(options: AiSdkOptions): AgentTransport {
  const {
    api,
    stream,
    headers,
    credentials = 'same-origin',
    body,
    id: givenId,
    onData,
    resume,
    ...rest
  } = options
  let redact = endpointRedactor({ baseUrl: api ?? '' })
  const request = options.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args))
  if (!stream && api === undefined)
    throw new TypeError('createAiSdkTransport needs an `api` (the address of a route) or a `stream`.')
  /** Headers of the last request: the stream is asked for by the same person. */
  let settledLast: Record<string, string> = {}
  const [path = '', query] = (api ?? '').split('?')
  let id = givenId ?? randomId()
  const again = (): string =>
    typeof resume === 'string'
      ? resume
      : `${path}/${encodeURIComponent(id)}/stream${query === undefined ? '' : `?${query}`}`
  return createAgentTransport({
    ...rest,
    results: 'before-finish',
    asks: true,
    ...(resume && {
      async resume(signal) {
        const response = await request(again(), { headers: settledLast, signal, credentials })
        // 204: nothing is under way.
        return response.status === 204 ? undefined : response
      },
    }),
    createReader() {
      const read = readAiSdk()
      return (event) => {
        if (onData && isData(event)) onData(event)
        return read(event)
      }
    },
    redact: (text) => redact(text),
    async open({ messages, parameters, headers: ofRequest, threadId, replaces }, signal, onRequest) {
      id = givenId ?? threadId ?? id
      const { value } = aiSdkFormat.print(messages, { shape: 'messages' })
      const asked: AiSdkRequest = {
        id,
        messages: listOf(value),
        trigger: replaces === undefined ? 'submit-message' : 'regenerate-message',
        ...(replaces !== undefined && { messageId: replaces }),
      }
      if (stream) return stream(asked, { signal })
      const settled = await settleHeaders(headers, ofRequest)
      redact = endpointRedactor({ baseUrl: api!, extraHeaders: settled })
      settledLast = settled
      const sent = {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...settled },
        body: writeWhole({ ...asked, ...body, ...parameters?.extraBody }),
      }
      onRequest({ ...sent, url: api! })
      return request(api!, {
        ...sent,
        signal,
        credentials,
      })
    },
  })
}

function isData(event: unknown): event is JsonObject & { type: string; data: unknown } {
  return isRecord(event) && typeof event.type === 'string' && event.type.startsWith('data-')
}
