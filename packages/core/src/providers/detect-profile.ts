import { isPrivateHost } from './is-private-host.js'
import { genericProfile } from './profiles/generic.js'
import { providerProfiles } from './provider-profiles.js'
import type { ProviderProfile } from './provider-types.js'

/**
 * The profile of the family that lives at a base URL; the generic one when none is known to, or when it is no URL. A
 * host name is certain. A port is a guess, and says nothing about a public host: what answers on port 8000 there may be
 * anything.
 */
export function detectProfile(
  baseUrl: string,
  profiles: readonly ProviderProfile[] = providerProfiles,
): ProviderProfile {
  if (!URL.canParse(baseUrl)) return genericProfile
  const url = new URL(baseUrl)
  return profiles.find(({ match }) => matches(match, url)) ?? genericProfile
}

function matches({ hosts = [], ports = [], path }: ProviderProfile['match'], url: URL): boolean {
  if (path !== undefined && !url.pathname.includes(path)) return false
  const name = url.hostname.replace(/\.$/, '')
  const atHost = hosts.some((host) => (host.startsWith('.') ? name.endsWith(host) : name === host))
  return atHost || (ports.includes(Number(url.port)) && isPrivateHost(name))
}
