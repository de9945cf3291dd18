/**
 * The entry `@antiphon/providers`: everything about the endpoints of a chat that the chat itself does not need. Forms choose an
 * endpoint and a model with it and try them out, and views show what of a thread a model would get.
 */
// Endpoints to choose from
export { describeEndpoint, describeProfile, listProfiles, type ProfileSummary } from './list-profiles.js'

// Models of an endpoint, and the address at which it has them
export { fetchModels, findBaseUrl, listModels } from './list-models.js'
export type { ModelInfo } from './model-info.js'

// The part of a thread that a model would get

// Trying an endpoint out
export { checkEndpoint, type CheckEndpointOptions } from './check/check-endpoint.js'
export {
  findLocalEndpoints,
  type FindLocalOptions,
  type LocalEndpoint,
} from './check/find-local-endpoints.js'
export {
  explainSilence,
  type ExplainSilenceOptions,
  type Silence,
  type SilenceExplained,
} from './check/suggest-fix.js'
export type { CheckName, EndpointCheck } from './check/types.js'
