/**
 * The entry `@antiphon/core/provider`: settings of providers and models, for code that finds endpoints, shows provider profiles
 * or watches requests. The functions that send a request are in `@antiphon/core`, the request itself in `@antiphon/core/request`.
 */
export { watchRequests, type AnswerOccasion } from './connection/watch-requests.js'
export { createEndpointMemory, endpointMemory, type EndpointMemory } from './connection/fallback.js'
export type { Healing } from './connection/types.js'

// Content
export { wirePart } from './request/user-content.js'
export { readTextFile, textFileToText } from '../message/text-file.js'

// Providers
export { apiOf, loadApi } from './api-of.js'
export { detectProfile, resolveProvider } from './resolve.js'
export { providerProfiles } from './profiles/index.js'
export type { ApiName, ProviderProfile, ProviderSettings, ResolvedProvider } from './types.js'
export type { SettingsOverride } from './types.js'
export type { ReasoningReplay } from './policy.js'
