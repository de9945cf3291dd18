import type { ProviderProfile } from '../types.js'
import {
  dashscopeProfile,
  deepseekProfile,
  minimaxProfile,
  moonshotProfile,
  zaiProfile,
} from './asian-vendors.js'
import {
  cloudflareProfile,
  cloudflareGatewayProfile,
  genericProfile,
  litellmProfile,
  openrouterProfile,
} from './gateways.js'
import {
  cerebrasProfile,
  featherlessProfile,
  fireworksProfile,
  githubProfile,
  groqProfile,
  huggingfaceProfile,
  nvidiaProfile,
  togetherProfile,
} from './hosts.js'
import { llamaCppProfile, lmStudioProfile, ollamaProfile, sglangProfile, vllmProfile } from './local.js'
import {
  anthropicProfile,
  azureProfile,
  geminiProfile,
  mistralProfile,
  openaiProfile,
  perplexityProfile,
  xaiProfile,
} from './vendors.js'

/**
 * Every profile of the kit, in the order in which they are tried and shown: hosted ones, then local servers, and last
 * the one for all others. To add a family, write its profile in the file of its kind and add a line here.
 */
export const providerProfiles: readonly ProviderProfile[] = [
  openaiProfile,
  azureProfile,
  anthropicProfile,
  geminiProfile,
  openrouterProfile,
  deepseekProfile,
  mistralProfile,
  groqProfile,
  xaiProfile,
  togetherProfile,
  fireworksProfile,
  cerebrasProfile,
  featherlessProfile,
  moonshotProfile,
  zaiProfile,
  dashscopeProfile,
  minimaxProfile,
  perplexityProfile,
  huggingfaceProfile,
  nvidiaProfile,
  githubProfile,
  cloudflareProfile,
  cloudflareGatewayProfile,
  ollamaProfile,
  lmStudioProfile,
  llamaCppProfile,
  vllmProfile,
  sglangProfile,
  litellmProfile,
  genericProfile,
]

/** The data of a profile for a settings screen. */
export interface ProfileSummary {
  /** For `EndpointConfig.profile`. */
  id: string
  name: string
  /** To fill the form with; `{…}` marks what the user fills in. Absent for the profile of all other servers. */
  baseUrl?: string
  /** False where a key may be left out. */
  needsKey: boolean
  /** Whether a page may call it directly; `setting`: after the change that `browserHint` names. */
  browser: ProviderProfile['browser']
  browserHint?: string
}

/** The profiles to choose from, in the order to show them. */
export function listProfiles(profiles: readonly ProviderProfile[] = providerProfiles): ProfileSummary[] {
  return profiles.map(({ id, name, baseUrl, needsKey = true, browser, browserHint }) => ({
    id,
    name,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    needsKey,
    browser,
    ...(browserHint === undefined ? {} : { browserHint }),
  }))
}
