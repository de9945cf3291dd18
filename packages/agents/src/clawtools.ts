import { clawtoolsFormat, readClawtools } from '@antiphon/transcripts/agents'
import { createAgentTransport, toolSpecs } from './agent-transport.js'
import type { AgentTransport, AgentTransportOptions, EventSource } from './types.js'

/** `StreamContext` of clawtools. */
export interface ClawtoolsContext {
  systemPrompt?: string
  messages: unknown[]
  tools?: { name: string; description: string; input_schema: Record<string, unknown> }[]
}

/** How the connector of clawtools is asked, and in which of its two forms it takes messages. */
export interface ClawtoolsOptions extends AgentTransportOptions {
  /** Events of a connector: `connector.stream(model, context, { signal, … })`. Those of pi-ai will do as well. */
  stream(
    context: ClawtoolsContext,
    options: { signal: AbortSignal; model?: string },
  ): EventSource | Promise<EventSource>
  /** Messages as pi-ai replays thinking from them. Default: as clawtools documents them, without thinking. */
  pi?: boolean
}

/** A chat that is answered by a connector of clawtools. The chat runs the calls. */
export function createClawtoolsTransport({
  stream,
  pi = false,
  ...options
}: ClawtoolsOptions): AgentTransport {
  return createAgentTransport({
    ...options,
    results: 'chat',
    createReader: () => readClawtools(),
    open({ messages, tools, model }, signal) {
      const { value } = clawtoolsFormat.print(messages, { shape: 'context', style: { pi } })
      const specs = tools.length > 0 ? { tools: toolSpecs(tools, 'input_schema') } : {}
      return stream({ ...(value as ClawtoolsContext), ...specs }, { signal, ...(model && { model }) })
    },
  })
}
