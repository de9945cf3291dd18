import { listOf } from '@antiphon/base'
import { openAgentLoopsFormat, readOpenAgentLoops } from '@antiphon/transcripts/agents'
import { createAgentTransport, toolSpecs } from './agent-transport.js'
import type { AgentTransport, AgentTransportOptions, EventSource } from './types.js'

/** `ModelRequest` of open-agent-loops. */
export interface OpenAgentLoopsRequest {
  system?: string
  messages: unknown[]
  tools?: { name: string; description: string; parameters: unknown }[]
  signal: AbortSignal
}

/** How open-agent-loops is asked, and whether it runs the tools itself. */
export interface OpenAgentLoopsOptions extends AgentTransportOptions {
  /** Events of a `ModelClient` (`model.stream`), or with `runsTools` those of a whole run (`onEvent` of `runAgent`). */
  stream(request: OpenAgentLoopsRequest): EventSource | Promise<EventSource>
  /** The loop of open-agent-loops runs the calls; its events have the results. Default false: the chat does. */
  runsTools?: boolean
}

/** A chat that is answered by open-agent-loops: a model client of it, or its whole loop. */
export function createOpenAgentLoopsTransport({
  stream,
  runsTools = false,
  ...options
}: OpenAgentLoopsOptions): AgentTransport {
  return createAgentTransport({
    ...options,
    results: runsTools ? 'after-finish' : 'chat',
    createReader: () => readOpenAgentLoops(),
    open({ messages, tools }, signal) {
      const { value } = openAgentLoopsFormat.print(messages, { shape: 'messages' })
      const specs = tools.length > 0 ? toolSpecs(tools, 'parameters') : undefined
      return stream({ messages: listOf(value), ...(specs && { tools: specs }), signal })
    },
  })
}
