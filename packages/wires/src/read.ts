/**
 * The entry `@antiphon/wires/read`: the events of other wires as chunks of chat completions, without the code that asks their
 * endpoints. For recordings, logs and sessions.
 */
import { createGeminiEvents } from './gemini/read-events.js'
import { createMessagesEvents } from './messages/read-events.js'
import { createOllamaEvents } from './ollama/read-events.js'
import { createResponsesEvents } from './responses/read-events.js'

export { createGeminiEvents, createMessagesEvents, createOllamaEvents, createResponsesEvents }
export { usageOfGemini } from './gemini/usage.js'

/** The readers by the name of their wire, such as `createEvents: wireReaders.messages` of `collectCompletion`. */
export const wireReaders = {
  responses: createResponsesEvents,
  messages: createMessagesEvents,
  gemini: createGeminiEvents,
  ollama: createOllamaEvents,
}
