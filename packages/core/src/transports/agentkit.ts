import { isRecord, type JsonObject } from '../errors/is-record.js'
import { agentkitFormat } from '../formats/agentkit/agentkit-format.js'
import { untag } from '../formats/agentkit/content-part.js'
import { readFinish, readUsage } from '../formats/agentkit/usage.js'
import { wireUsage } from '../formats/openai/response.js'
import type { AssistantMessage, ToolMessage } from '../message/types.js'
import type {
  AgentEvent,
  AgentReader,
  AgentTransport,
  AgentTransportOptions,
  EventSource,
} from './agent-types.js'
import { createPartReader } from './agentkit-parts.js'
import { createAgentTransport } from './create-agent-transport.js'
import { toolSpecs } from './tool-specs.js'

/** What of a `TurnRequest` of agentkit a chat can say. */
export interface AgentkitRequest {
  transcript: unknown[]
  available_tools: { name: string; description: string; input_schema: Record<string, unknown> }[]
}

export interface AgentkitOptions extends AgentTransportOptions {
  /**
   * Events in their serde form, as values, JSON lines or an event stream: `ModelTurnEvent` of one model turn, or with
   * `runsTools` the `AgentEvent`s of the loop.
   */
  stream(request: AgentkitRequest, options: { signal: AbortSignal }): EventSource | Promise<EventSource>
  /** The loop of agentkit runs the calls; its events have the results. Default false: the chat does. */
  runsTools?: boolean
}

/** A chat that is answered by agentkit: one turn of a model, or its whole loop. */
export function createAgentkitTransport({
  stream,
  runsTools = false,
  ...options
}: AgentkitOptions): AgentTransport {
  return createAgentTransport({
    ...options,
    results: runsTools ? 'after-finish' : 'chat',
    createReader: () => readAgentkit(),
    open({ messages, tools }, signal) {
      const { value } = agentkitFormat.print(messages, { shape: 'items' })
      return stream(
        { transcript: value as unknown[], available_tools: toolSpecs(tools, 'input_schema') },
        { signal },
      )
    },
  })
}

/** Reads `ModelTurnEvent` and `AgentEvent`. */
export function readAgentkit(): AgentReader {
  let parts = createPartReader()

  const finish = (value: unknown): AgentEvent => {
    const { finishReason, finishReasonRaw } = readFinish(value)
    const reason = finishReasonRaw ?? finishReason ?? (parts.calls > 0 ? 'tool_calls' : 'stop')
    parts = createPartReader()
    return { type: 'finish', reason }
  }
  const ended = (result: JsonObject, key: string): AgentEvent[] => {
    const items = Array.isArray(result[key]) ? result[key] : []
    const answers = parseItems(items).filter((message) => message.role === 'assistant')
    const [answer] = answers
    const isFailure = result.finish_reason === 'Error'
    return [
      ...(answers.length === 1 && answer ? parts.whole(answer) : []),
      ...usage(result.usage),
      ...(typeof result.model === 'string' ? [about({ model: result.model })] : []),
      ...(typeof result.response_id === 'string' ? [about({ id: result.response_id })] : []),
      isFailure ? { type: 'failure', error: 'The turn ended with an error.' } : finish(result.finish_reason),
    ]
  }

  return (event) => {
    const [name, body] = untag(event) ?? ['', {}]
    switch (name) {
      case 'Delta':
      case 'ContentDelta':
        return parts.delta(body, event)
      case 'ToolCall':
      case 'ToolCallRequested':
        return parts.call(body, 'event')
      case 'Usage':
      case 'UsageUpdated':
        return usage(body)
      case 'Finished':
        return [...ended(body, 'output_items'), { type: 'over' }]
      case 'TurnFinished':
        // The items of a turn are all of its answers; only one that nothing was streamed of is news.
        return parts.isOpen
          ? [...ended(body, 'items'), { type: 'over' }]
          : [...usage(body.usage), { type: 'over' }]
      case 'ToolExecutionStarted':
        return parts.isOpen ? [finish('ToolCall')] : []
      case 'ToolResultReceived': {
        const result = parseItems([{ kind: 'Tool', parts: [{ ToolResult: body }] }])[0] as
          | ToolMessage
          | undefined
        const { content = '', isError, details } = result ?? {}
        const value = { content, ...(isError && { isError }), ...(details !== undefined && { details }) }
        const end: AgentEvent[] = parts.isOpen ? [finish('ToolCall')] : []
        return [
          ...end,
          { type: 'result', callId: typeof body.call_id === 'string' ? body.call_id : '', value },
        ]
      }
      case 'RunFailed':
        return [
          { type: 'failure', error: typeof body.message === 'string' ? body.message : 'The run failed.' },
        ]
      case 'RunStarted':
      case 'TurnStarted':
      case 'InputAccepted':
      case 'ToolExecutionProgress':
        return []
      default:
        return [{ type: 'unknown', event }]
    }
  }
}

const about = (fields: JsonObject): AgentEvent => ({ type: 'about', fields })

function usage(value: unknown): AgentEvent[] {
  const found = readUsage(value)
  return found ? [about({ usage: wireUsage(found) })] : []
}

function parseItems(items: readonly unknown[]): (AssistantMessage | ToolMessage)[] {
  const list = items.filter(isRecord).map((item) => ({ id: null, metadata: {}, ...item }))
  try {
    return agentkitFormat
      .parse(list)
      .messages.filter(({ role }) => role === 'assistant' || role === 'tool') as (
      | AssistantMessage
      | ToolMessage
    )[]
  } catch {
    return []
  }
}
