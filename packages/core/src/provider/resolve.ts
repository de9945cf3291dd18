import { compact, isPrivateHost, isRecord, parseUrl } from '@antiphon/base'
import { genericProfile } from './profiles/gateways.js'
import { providerProfiles } from './profiles/index.js'
import type { ProviderProfile, ProviderSettings, ResolvedProvider, SettingsOverride } from './types.js'
import { DEFAULT_SETTINGS } from './default-settings.js'

/**
 * The profile for a base URL; the generic one for an unknown address or a text that is not a URL. A host name is certain. A
 * port is a guess, and counts only in the local network: on a public host, port 8000 may be anything.
 */
export function detectProfile(
  baseUrl: string,
  profiles: readonly ProviderProfile[] = providerProfiles,
): ProviderProfile {
  const url = parseUrl(baseUrl)
  return (url && profiles.find(({ match }) => matches(match, url))) ?? genericProfile
}

function matches({ hosts = [], ports = [], path }: ProviderProfile['match'], url: URL): boolean {
  if (path !== undefined && !url.pathname.includes(path)) return false
  const name = url.hostname.replace(/\.$/, '')
  const atHost = hosts.some((host) => (host.startsWith('.') ? name.endsWith(host) : name === host))
  return atHost || (ports.includes(Number(url.port)) && isPrivateHost(name))
}

/** The fields of an endpoint that decide its settings. */
export interface ProviderChoice {
  baseUrl: string
  /** Id of a profile, or one of your own. Default: found by base URL. */
  profile?: string | ProviderProfile
  /** Wins over everything else. */
  overrides?: SettingsOverride
}

/**
 * The settings that requests to an endpoint follow: defaults, then the profile, then what it says of this model, then what
 * was `learned` from the server, then the user's overrides.
 *
 * @param native settings of a wire other than chat completions. They replace those of the profile, except its headers,
 * which hold for every wire.
 * @throws TypeError when `profile` names none.
 */
export function resolveProvider(
  choice: ProviderChoice,
  model?: string,
  learned: readonly SettingsOverride[] = [],
  native?: SettingsOverride,
): ResolvedProvider {
  const profile = profileOf(choice)
  const ofModel = (profile.models ?? []).filter(
    ({ match }) => model !== undefined && match.test(model.slice(0, 200)),
  )
  const own = [profile.settings, ...ofModel.map(({ settings }) => settings)]
  const layers = [
    ...(native ? [{ headers: profile.settings.headers }, native] : own),
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
    merged[key] = isRecord(before) && isRecord(value) ? { ...before, ...compact(value) } : value
  }
  return merged as T
}
