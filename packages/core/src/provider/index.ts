/**
 * The entry `@antiphon/core/provider`: the parts of a request, for code that builds requests itself, finds endpoints or shows
 * provider profiles. The functions that send a request are in `@antiphon/core`.
 */
export { watchRequests, type AnswerOccasion, type RequestWatcher } from './connection/watch-requests.js'
export { createEndpointMemory, endpointMemory } from './connection/fallback.js'
export { healRequest, type RequestFacts } from './connection/fallback.js'
export { mayRetry, retryDelay } from './connection/retry.js'

// Requests
export { buildRequest, type CompletionRequest, type RequestInput } from './request/build-request.js'
export { fetchModels, parseModels, type ModelsFailure } from './models/list-models.js'
export { findBaseUrl, type FoundEndpoint, type ListModelsOptions } from './models/list-models.js'
export { endpointUrl, resolveBaseUrl } from './request/endpoint.js'
export { settleEndpoint } from './request/settle-endpoint.js'
export { wirePart, type WirePart } from './request/user-content.js'
export { readTextFile, textFileToText, type TextFile } from '../message/text-file.js'

// Providers
export { apiOf } from './apis/index.js'
export { detectProfile } from './resolve.js'
export { listProfiles, type ProfileSummary } from './profiles/index.js'
export { providerProfiles } from './profiles/index.js'
export { resolveProvider, type ProviderChoice } from './resolve.js'
export { DEFAULT_SETTINGS } from './default-settings.js'
