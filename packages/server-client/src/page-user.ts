import { serverUrl } from './server-url.js'

/** The header in which a server names its user, and the page says for whom it asks. Any text, another one for each person. */
const USER_HEADER = 'antiphon-user'

/**
 * The person for whom a page was opened. A cookie belongs to the browser, so somebody else may sign in behind the page, in another
 * tab. The page must neither store its conversations as theirs nor show theirs.
 */
export interface PageUser {
  /** As the server named them first. Undefined until then, and for a server that names nobody. */
  tag?: string
}

/** How a server is asked: see `ServerAccess`. */
interface Way {
  baseUrl: string
  headers?: object
}

/** By what proves who asks, and by address. Without `headers` that is the cookie of the browser. */
const users = new WeakMap<object, Map<string, PageUser>>()
const cookie = {}

/** Whoever comes next: a page makes another storage after it has let somebody out. */
export function newUser({ baseUrl, headers = cookie }: Way): PageUser {
  const user: PageUser = {}
  const known = users.get(headers) ?? new Map<string, PageUser>()
  users.set(headers, known.set(serverUrl(baseUrl), user))
  return user
}

/** The user of the storage that was made last for this address, or a new one. */
export const userAt = (access: Way): PageUser =>
  users.get(access.headers ?? cookie)?.get(serverUrl(access.baseUrl)) ?? newUser(access)

/** The header of a request. */
export const asUser = ({ tag }: PageUser): Record<string, string> =>
  tag === undefined ? {} : { [USER_HEADER]: tag }

/** The answer, or a 401 in place of one that is for somebody else: of a request that was sent before the server had named anybody. */
export function onlyFor(user: PageUser, response: Response): Response {
  const tag = response.headers.get(USER_HEADER)
  // A refusal names whoever is signed in now, and says so itself.
  if (tag === null || !response.ok) return response
  user.tag ??= tag
  if (user.tag === tag) return response
  void response.body?.cancel()
  const error = { code: 'other_user', message: 'Somebody else has signed in. Sign in again as before.' }
  return Response.json({ error }, { status: 401 })
}
