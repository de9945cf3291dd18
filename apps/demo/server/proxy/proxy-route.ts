/** What the proxy answers, and nothing else. */
export type ProxyRoute =
  | { kind: 'list' }
  | { kind: 'forward'; name: string; path: '/chat/completions' | '/models'; method: 'GET' | 'POST' }

const pattern = /^\/proxy\/([a-z0-9-]{1,40})\/v1(\/chat\/completions|\/models)$/

/**
 * Reads the target of a request as it stands on the wire. Nothing is decoded or normalised, so that an encoded slash, a
 * dot segment, a port, a query or a second address is simply no route.
 */
export function matchProxyRoute(target: string): ProxyRoute | undefined {
  if (target === '/proxy') return { kind: 'list' }
  const [, name, path] = pattern.exec(target) ?? []
  if (name === undefined) return undefined
  return path === '/models'
    ? { kind: 'forward', name, path, method: 'GET' }
    : { kind: 'forward', name, path: '/chat/completions', method: 'POST' }
}

/** Is the target one of the proxy's, good or bad? Prefixes that a careless server would decode count too. */
export function isProxyTarget(target: string): boolean {
  return /^\/proxy(?:[/?#\\%;.]|$)/i.test(target)
}
