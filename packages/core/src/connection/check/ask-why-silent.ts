import { isPrivateHost } from '../../providers/is-private-host.js'
import type { Silence } from './suggest-fix.js'

/**
 * A page is not told why a request failed. A second one, whose answer it may not read, tells whether anybody is there: it
 * asks no permission, so it fails only where there is no server (wire-facts 3.3). Nothing of the user's goes with it.
 */
export async function askWhySilent(
  baseUrl: string,
  pageOrigin: string | undefined,
  options: { fetch: typeof fetch; signal?: AbortSignal },
): Promise<Silence> {
  const { protocol, hostname, origin } = new URL(baseUrl)
  if (pageOrigin?.startsWith('https:') && protocol === 'http:' && !isLoopback(hostname))
    return 'mixed-content'
  const { fetch: request, signal } = options
  try {
    const response = await request(origin, {
      mode: 'no-cors',
      credentials: 'omit',
      cache: 'no-store',
      signal,
    })
    void response.body?.cancel().catch(() => {})
    return 'not-allowed'
  } catch {
    return 'unreachable'
  }
}

/** Browsers trust addresses of this machine as they do https. */
function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127\.|\[::1\])/.test(hostname) && isPrivateHost(hostname)
}
