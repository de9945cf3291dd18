import type { Message } from '@antiphon/core'
import { compact, listOf } from '@antiphon/base'
import { agentkitFormat, readAgentkit } from '@antiphon/transcripts/agents'
import { createAgentTransport, toolSpecs } from './agent-transport.js'
import type { AgentTransport, AgentTransportOptions, EventSource } from './types.js'

/** The fields of agentkit's `TurnRequest` that a chat can fill. */
export interface AgentkitRequest {
  transcript: unknown[]
  available_tools: { name: string; description: string; input_schema: Record<string, unknown> }[]
  /** The person's answers to the `ApprovalRequired` of the previous run, which continue that run. Absent in other requests. */
  approvals?: { id: string; approved: boolean; reason?: string }[]
}

/** How agentkit is asked, and whether it runs the tools itself. */
export interface AgentkitOptions extends AgentTransportOptions {
  /**
   * Events in their serde form, as values, JSON lines or an event stream: `ModelTurnEvent` of one model turn, or with
   * `runsTools` the `AgentEvent`s of the loop.
   */
  stream(request: AgentkitRequest, options: { signal: AbortSignal }): EventSource | Promise<EventSource>
  /**
   * The loop of agentkit runs the calls; its events have the results. Default false: the chat does. A loop that ends its events
   * with `ApprovalRequired` is asked again with the answers (`AgentkitRequest.approvals`).
   */
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
    asks: runsTools,
    createReader: () => readAgentkit(),
    open({ messages, tools, answers = [] }, signal) {
      const { value } = agentkitFormat.print(withoutQuestions(messages), { shape: 'items' })
      const approvals = answers.map(({ request: { id }, approved, reason }) =>
        compact({ id, approved, reason }),
      )
      return stream(
        {
          transcript: listOf(value),
          available_tools: toolSpecs(tools, 'input_schema'),
          ...(approvals.length > 0 && { approvals }),
        },
        { signal },
      )
    },
  })
}

/** The thread without what the chat adds to it for a question: calls that the loop never made, and what was asked about the others. */
function withoutQuestions(messages: readonly Message[]): Message[] {
  const asked = new Set<string>()
  return messages.flatMap((message): Message[] => {
    if (message.role === 'tool') return asked.has(message.tool_call_id) ? [] : [message]
    if (message.role !== 'assistant' || !message.tool_calls) return [message]
    const own = message.tool_calls.filter(({ id, approvalRequest }) => {
      const isAdded = approvalRequest?.isInterrupt === true
      if (isAdded) asked.add(id)
      return !isAdded
    })
    const calls = own.map((one) => {
      const { approvalRequest: _, ...call } = one
      return call
    })
    const { tool_calls: __, segments, ...rest } = message
    if (calls.length === message.tool_calls.length) return [{ ...message, tool_calls: calls }]
    const isEmpty = calls.length === 0 && !message.content && !message.reasoning
    if (isEmpty) return []
    const kept = segments?.filter((segment) => segment.type !== 'tool_call' || segment.index < calls.length)
    return [{ ...rest, ...(calls.length > 0 && { tool_calls: calls }), ...(kept && { segments: kept }) }]
  })
}
