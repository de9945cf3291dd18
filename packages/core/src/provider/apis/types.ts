import type { EventReader } from '../../wire/event-reader.js'
import type { CompletionRequest, RequestInput } from '../request/build-request.js'
import type { SettledEndpoint } from '../request/types.js'
import type { ResolvedProvider, SettingsOverride } from '../types.js'

/** A wire other than chat completions: how its endpoints are asked, and how their answers are read. */
export interface ProviderApi {
  /** Laid over the profile, which is about chat completions, and under the user's own settings. */
  settings(model: string | undefined): SettingsOverride
  /**
   * Builds the request that an endpoint gets for a thread.
   *
   * @throws ChatError of kind `invalid_request` when there is nothing to answer or a setting cannot be used.
   */
  buildRequest(endpoint: SettledEndpoint, input: RequestInput, provider: ResolvedProvider): CompletionRequest
  /** Where its list of models is. Default: `models` under the base URL. */
  listUrl?(baseUrl: string): string
  /** A reader for one response. */
  createEvents(): EventReader
}
