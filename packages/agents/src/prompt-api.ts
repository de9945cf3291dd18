import { listOf } from '@antiphon/base'
import { promptApiFormat, readPromptApi } from '@antiphon/transcripts/agents'
import { createAgentTransport } from './agent-transport.js'
import type { AgentTransport, AgentTransportOptions, EventSource } from './types.js'

/** How a model behind the Prompt API is asked. */
export interface PromptApiOptions extends AgentTransportOptions {
  /**
   * Sends messages in the format of the proposal and returns snapshots (`StreamChunk`); each one repeats all of the one before.
   * The model's side runs the tools and reports their results.
   */
  stream(messages: unknown[], options: { signal: AbortSignal }): EventSource | Promise<EventSource>
}

/** A chat that is answered through the message format proposed for the Prompt API. Each run is one answer. */
export function createPromptApiTransport({ stream, ...options }: PromptApiOptions): AgentTransport {
  return createAgentTransport({
    ...options,
    results: 'before-finish',
    createReader: () => readPromptApi(),
    open({ messages }, signal) {
      const { value } = promptApiFormat.print(messages, { shape: 'messages' })
      return stream(listOf(value), { signal })
    },
  })
}
