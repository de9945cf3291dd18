import { writeWhole } from '../write-whole.js'
import { type RequestValue, endpointRedactor, settleHeaders } from '@antiphon/core/request'
import type { AgentTransport, AgentTransportOptions, EventSource } from '../types.js'
import { createAgentTransport } from '../agent-transport.js'
import { interruptForm } from './interrupt-form.js'
import { readAgUiLive } from '@antiphon/transcripts/agents'
import {
  forwardedProps,
  lastState,
  writeMessages,
  writeResume,
  writeTools,
  type AgUiRunInput,
} from './write-input.js'

/** Where the agent is and what it is told besides the conversation. Give `url`, or `stream` to ask it yourself. */
export interface AgUiOptions extends AgentTransportOptions {
  /** Address of the agent, which answers a POST with an event stream. */
  url?: string
  /** In place of `url`: the run itself, as events or as the bytes of a response, such as `agent.run(input)` of a client in the page. */
  stream?(input: AgUiRunInput, options: { signal: AbortSignal }): EventSource | Promise<EventSource>
  /** Sent with each request. A function is called right before it, for example to get a token. */
  headers?: Readonly<Record<string, RequestValue>>
  /** Whether cookies go along, as `fetch` has it. Default `same-origin`. */
  credentials?: RequestCredentials
  /** Id of the conversation, under which an agent keeps its state. Default: a new one for each transport. */
  threadId?: string
  /** Facts that the agent is to know. Default none. */
  context?: readonly { description: string; value: string }[]
  /** Fields for the agent besides those of the protocol; fields of one `send` (`body`) override them. Default none. */
  forwardedProps?: Readonly<Record<string, unknown>>
  /** Default: the global `fetch`. */
  fetch?: typeof fetch
  /** Default: `crypto.randomUUID`. */
  generateId?(): string
}

/**
 * A chat that is answered by an agent that speaks AG-UI. Calls that the agent answers are shown with their results; those of `tools` are
 * run by the chat, and a new run has their results. State and activities are shown as rows. Interrupts of the agent are
 * asked on a card, and the answers resume the run.
 *
 * @throws TypeError when neither `url` nor `stream` is given.
 */
export function createAgUiTransport(options: AgUiOptions): AgentTransport {
  const { url, stream, headers, credentials = 'same-origin', context = [], ...rest } = options
  const { generateId = () => crypto.randomUUID(), forwardedProps: given = {}, ...others } = rest
  const threadId = options.threadId ?? generateId()
  const request = options.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args))
  let redact = endpointRedactor({ baseUrl: url ?? '' })
  if (!stream && url === undefined)
    throw new TypeError('createAgUiTransport needs a `url` (the address of an agent) or a `stream`.')
  return createAgentTransport({
    ...others,
    results: 'before-finish',
    asks: true,
    formOf: interruptForm,
    createReader: readAgUiLive,
    redact: (text) => redact(text),
    async open({ messages, tools, parameters, answers = [], headers: ofRequest }, signal, onRequest) {
      const props = { ...given, ...parameters?.extraBody }
      const input: AgUiRunInput = {
        threadId,
        runId: generateId(),
        state: lastState(messages),
        messages: writeMessages(messages),
        tools: writeTools(tools),
        context: [...context],
        forwardedProps: forwardedProps(answers, props),
        ...writeResume(answers),
      }
      if (stream) return stream(input, { signal })
      const settled = await settleHeaders(headers, ofRequest)
      redact = endpointRedactor({ baseUrl: url!, extraHeaders: settled })
      const sent = {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...settled },
        body: writeWhole(input),
      }
      onRequest({ ...sent, url: url! })
      return request(url!, {
        ...sent,
        signal,
        credentials,
      })
    },
  })
}
