/**
 * The entry `@antiphon/core/provider`: everything about making requests. The main entry loads it on demand; import it
 * where you build requests yourself, list models or show provider profiles.
 */
export type * from './connection/types.js'
export { createFetchTransport, type FetchTransportOptions } from './connection/fetch-transport.js'
export {
  requestCompletion,
  type RequestCompletionOptions,
  type RetryNotice,
} from './connection/request-completion.js'
export { watchRequests, type AnswerOccasion, type RequestWatcher } from './connection/request-completion.js'
export { createEndpointMemory, endpointMemory, type EndpointMemory } from './connection/fallback.js'
export { healRequest, type RequestFacts } from './connection/fallback.js'
export { mayRetry, retryDelay } from './connection/attempt.js'

// Requests
export { buildRequest, type CompletionRequest, type RequestInput } from './request/build-request.js'
export { fetchModels, parseModels, type ModelsFailure } from './models/list-models.js'
export type * from './models/model-info.js'
export { findBaseUrl, listModels, type FoundEndpoint, type ListModelsOptions } from './models/list-models.js'
export { endpointUrl, resolveBaseUrl } from './request/endpoint.js'
export { prepareRequestMessages } from './request/messages.js'
export { wirePart, type WirePart } from './request/user-content.js'
export { readTextFile, textFileToText, type TextFile } from '../message/text-file.js'
export type * from './request/types.js'

// Providers
export { DEFAULT_SETTINGS } from './policy.js'
export { detectProfile } from './resolve.js'
export { listProfiles, type ProfileSummary } from './profiles/index.js'
export { providerProfiles } from './profiles/index.js'
export { resolveProvider, type ProviderChoice } from './resolve.js'
export type * from './types.js'
