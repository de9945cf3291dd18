import { providerProfiles } from './provider-profiles.js'
import type { ProviderProfile } from './provider-types.js'

/** What a settings screen shows of a profile: plain data, nothing else. */
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
