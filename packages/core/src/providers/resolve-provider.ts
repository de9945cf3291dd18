import { isRecord } from '../errors/is-record.js'
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
    messages: merge(base.messages, over.messages),
    body: merge(base.body, over.body),
    headers: merge(base.headers, over.headers),
    response: merge(base.response, over.response),
  }
}

/** Field by field, and one level deeper where both sides hold an object: a thinking table, `extra`, `reasoning`. */
function merge<T extends object>(base: T, over: Partial<T> = {}): T {
  const merged = { ...base } as Record<string, unknown>
  for (const [key, value] of Object.entries(over)) {
    if (value === undefined) continue
    const before = merged[key]
    merged[key] = isRecord(before) && isRecord(value) ? { ...before, ...defined(value) } : value
  }
  return merged as T
}

function defined(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
