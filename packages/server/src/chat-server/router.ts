import { RouteError } from '../web/answers.js'
import type { Route } from '../route.js'

interface Match {
  route: Route
  params: Readonly<Record<string, string>>
}

/** Finds the route of a request by its path and its method. */
export type Router = (method: string, pathname: string) => Match

/**
 * @param basePath `''`, or begins with `/` and does not end with one.
 * @throws Error for two routes of the same method and path.
 */
export function createRouter(basePath: string, routes: readonly Route[]): Router {
  const table = routes.map((route) => ({ route, parts: route.path.split('/').slice(1) }))
  const seen = new Set<string>()
  for (const { method, path } of routes) {
    const key = `${method} ${path.replaceAll(/:\w+/g, ':')}`
    if (seen.has(key))
      throw new Error(`Two routes of the chat server answer ${method} ${path}. Take one out.`)
    seen.add(key)
  }
  return (method, pathname) => {
    const below = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : undefined
    const parts = below?.split('/').slice(1) ?? []
    const matching = table.flatMap(({ route, parts: pattern }) => {
      const params = matchParts(pattern, parts)
      return params ? [{ route, params }] : []
    })
    if (matching.length === 0) throw new RouteError(404, 'no_route', 'The chat server has no such path.')
    const found = matching.find(({ route }) => route.method === method)
    if (found) return found
    const allow = [...new Set(matching.map(({ route }) => route.method))].join(', ')
    throw new RouteError(405, 'wrong_method', `This path is asked with ${allow}.`, { allow })
  }
}

function matchParts(
  pattern: readonly string[],
  parts: readonly string[],
): Record<string, string> | undefined {
  if (pattern.length !== parts.length) return undefined
  const params: Record<string, string> = {}
  for (const [i, name] of pattern.entries()) {
    const part = parts[i]!
    if (!name.startsWith(':')) {
      if (name !== part) return undefined
      continue
    }
    const value = decode(part)
    if (value === undefined || value === '') return undefined
    params[name.slice(1)] = value
  }
  return params
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
