export type Route =
  | { name: 'models' }
  | { name: 'model'; id: string }
  | { name: 'completions' }
  | { name: 'unknown'; underV1: boolean }

/** The route of a path: `/models`, `/models/{id}` or `/chat/completions`, bare or under any prefix that ends in `/v1`. */
export function matchRoute(pathname: string): Route {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname
  const match = /^(?:.*?\/v1)?\/(?:(models)(?:\/(.+))?|(chat\/completions))$/.exec(path)
  if (match?.[3]) return { name: 'completions' }
  if (match?.[2]) return { name: 'model', id: decode(match[2]) }
  if (match?.[1]) return { name: 'models' }
  return { name: 'unknown', underV1: /(^|\/)v1(\/|$)/.test(path) }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
