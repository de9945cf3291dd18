import type { ApiName, EventReader } from '@antiphon/core'
import {
  createGeminiEvents,
  createMessagesEvents,
  createOllamaEvents,
  createResponsesEvents,
} from '@antiphon/core/wire'

const readers: Record<ApiName, (() => EventReader) | undefined> = {
  chat: undefined,
  responses: createResponsesEvents,
  messages: createMessagesEvents,
  gemini: createGeminiEvents,
  ollama: createOllamaEvents,
}

/** The names of the wires, as `EndpointConfig.api` has them. */
export const wireNames = Object.keys(readers) as readonly ApiName[]

export const isWireName = (name: unknown): name is ApiName => wireNames.includes(name as ApiName)

/**
 * The factory of event readers for a wire: the `createEvents` of `collectCompletion`. Undefined for chat completions, which need
 * none, and if no wire is named.
 */
export function wireEvents(api: ApiName | undefined): (() => EventReader) | undefined {
  return api === undefined ? undefined : readers[api]
}
