/**
 * The entry `@antiphon/core/connection`: everything about making requests. The main entry loads it on demand; import it
 * where you build requests yourself, list models or show provider profiles.
 */
export type * from './connection-types.js'
export { createFetchTransport, type FetchTransportOptions } from './create-fetch-transport.js'
export { requestCompletion, type RequestCompletionOptions, type RetryNotice } from './request-completion.js'
export { watchRequests, type AnswerOccasion, type RequestWatcher } from './watch-requests.js'
export { createEndpointMemory, endpointMemory, type EndpointMemory } from './create-endpoint-memory.js'
export { healRequest, type RequestFacts } from './heal-request.js'
export { mayRetry, retryDelay } from './retry-delay.js'

// Requests
export { buildRequest, type CompletionRequest, type RequestInput } from '../request/build-request.js'
export { fetchModels, parseModels, type ModelsFailure } from '../request/fetch-models.js'
export type * from '../request/model-info.js'
export {
  findBaseUrl,
  listModels,
  type FoundEndpoint,
  type ListModelsOptions,
} from '../request/list-models.js'
export { endpointUrl, resolveBaseUrl } from '../request/endpoint-url.js'
export { prepareRequestMessages } from '../request/prepare-request-messages.js'
export { wirePart, type WirePart } from '../request/wire-part.js'
export { readTextFile, textFileToText, type TextFile } from '../message/text-file.js'
export type * from '../request/request-types.js'

// Trying an endpoint out
export { checkEndpoint } from './check/check-endpoint.js'
export type { CheckEndpointOptions, CheckName, EndpointCheck } from './check/check-types.js'
export {
  findLocalEndpoints,
  type FindLocalOptions,
  type LocalEndpoint,
} from './check/find-local-endpoints.js'

// Providers
export { DEFAULT_SETTINGS } from '../providers/default-settings.js'
export { detectProfile } from '../providers/detect-profile.js'
export { listProfiles, type ProfileSummary } from '../providers/list-profiles.js'
export { providerProfiles } from '../providers/provider-profiles.js'
export { resolveProvider, type ProviderChoice } from '../providers/resolve-provider.js'
export type * from '../providers/provider-types.js'
