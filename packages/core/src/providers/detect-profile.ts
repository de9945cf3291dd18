import type { ProviderProfile } from './provider-types.js'
import { genericProfile } from './profiles/generic.js'
import { providerProfiles } from './provider-profiles.js'

/** The profile of the family that lives at a base URL; the generic one when none is known to, or when it is no URL. */
export function detectProfile(baseUrl: string): ProviderProfile {
  if (!URL.canParse(baseUrl)) return genericProfile
  const url = new URL(baseUrl)
  return providerProfiles.find(({ match }) => matches(match, url)) ?? genericProfile
}

function matches({ hosts = [], ports = [], path }: ProviderProfile['match'], url: URL): boolean {
  if (path !== undefined && !url.pathname.includes(path)) return false
  const atHost = hosts.some((host) =>
    host.startsWith('.') ? url.hostname.endsWith(host) : url.hostname === host,
  )
  return atHost || ports.includes(Number(url.port))
}
