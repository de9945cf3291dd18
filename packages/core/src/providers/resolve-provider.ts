import { DEFAULT_SETTINGS } from './default-settings.js'
import { detectProfile } from './detect-profile.js'
import type {
  ProviderProfile,
  ProviderSettings,
  ResolvedProvider,
  SettingsOverride,
} from './provider-types.js'
import { providerProfiles } from './provider-profiles.js'

/** What of an endpoint decides on the settings. */
export interface ProviderChoice {
  baseUrl: string
  /** Id of a profile, or one of your own. Default: found by base URL. */
  profile?: string | ProviderProfile
  /** Laid over everything else. */
  overrides?: SettingsOverride
}

/**
 * The settings that requests to an endpoint follow: defaults, then the profile, then what it says of this model, then
 * what was `learned` from the server, then the user's overrides.
 *
 * @throws TypeError when `profile` names none.
 */
export function resolveProvider(
  choice: ProviderChoice,
  model?: string,
  learned: readonly SettingsOverride[] = [],
): ResolvedProvider {
  const profile = profileOf(choice)
  const ofModel = (profile.models ?? []).filter(({ match }) => model !== undefined && match.test(model))
  const layers = [
    profile.settings,
    ...ofModel.map(({ settings }) => settings),
    ...learned,
    choice.overrides ?? {},
  ]
  return { id: profile.id, name: profile.name, settings: layers.reduce(layOver, DEFAULT_SETTINGS) }
}

function profileOf({ baseUrl, profile }: ProviderChoice): ProviderProfile {
  if (typeof profile === 'object') return profile
  if (profile === undefined) return detectProfile(baseUrl)
  const found = providerProfiles.find(({ id }) => id === profile)
  if (!found) {
    const known = providerProfiles.map(({ id }) => id).join(', ')
    throw new TypeError(`There is no provider profile "${profile}". Known are: ${known}.`)
  }
  return found
}

function layOver(base: ProviderSettings, over: SettingsOverride): ProviderSettings {
  return {
    messages: {
      ...base.messages,
      ...over.messages,
      reasoning: { ...base.messages.reasoning, ...over.messages?.reasoning },
    },
    body: { ...base.body, ...over.body },
    headers: { ...base.headers, ...over.headers },
    response: { ...base.response, ...over.response },
  }
}
