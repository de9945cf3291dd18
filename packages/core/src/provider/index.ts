/**
 * The entry `@antiphon/core/provider`: settings of providers and models, for code that finds endpoints, shows provider profiles
 * or watches requests. The functions that send a request are in `@antiphon/core`, the request itself in `@antiphon/core/wire`.
 */
export { watchRequests, type AnswerOccasion, type RequestWatcher } from './connection/watch-requests.js'
export { createEndpointMemory, endpointMemory } from './connection/fallback.js'
export { healRequest, type RequestFacts } from './connection/fallback.js'
export { mayRetry, retryDelay } from './connection/retry.js'

// Requests
export { fetchModels, parseModels, type ModelsFailure } from './models/list-models.js'
export { findBaseUrl, type FoundEndpoint, type ListModelsOptions } from './models/list-models.js'
export { settleEndpoint } from './request/settle-endpoint.js'
export { wirePart, type WirePart } from './request/user-content.js'
export { readTextFile, textFileToText, type TextFile } from '../message/text-file.js'

// Providers
export { apiOf } from './native/api-of.js'
export { detectProfile } from './resolve.js'
export { listProfiles, type ProfileSummary } from './profiles/index.js'
export { providerProfiles } from './profiles/index.js'
export { resolveProvider, type ProviderChoice } from './resolve.js'
export { DEFAULT_SETTINGS } from './default-settings.js'
