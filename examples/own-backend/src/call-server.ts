export const session = {
  /** For whom the page is. */
  user: '',
  /** Shows the login, and resolves when it is closed. The page with the login sets it. */
  renew: async () => {},
  /** The person knows it. A login that was closed is brought again by what the person does, and not by the storage. */
  hasEnded: false,
}

/** From now on the page is for this person. */
export function enter(name: string | null): string | null {
  session.user = name ?? ''
  return name
}

function askForLogin(): Promise<void> {
  session.hasEnded = true
  return session.renew()
}

/** `fetch` that says in which language the page is, which need not be that of the browser, and for whom, as the server names them. */
export const request: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers)
  headers.set('accept-language', document.documentElement.lang)
  if (session.user) headers.set('antiphon-user', encodeURIComponent(session.user))
  return fetch(input, { ...init, headers })
}

/** `fetch` for the chat: a person sends a question or presses Retry. */
export const ask: typeof fetch = async (input, init) => {
  const response = await request(input, init)
  if (response.status === 401) void askForLogin()
  return response
}

/** `fetch` for the storage of conversations, which goes on by itself. */
export const store: typeof fetch = async (input, init) => {
  const response = await request(input, init)
  if (response.status !== 401) session.hasEnded = false
  else if (!session.hasEnded) void askForLogin()
  return response
}

/**
 * Sends a request to your own server, for tools and uploads. When the session has ended, it waits for the login and tries again.
 */
export async function callServer(path: string, init?: RequestInit): Promise<Response> {
  const response = await request(path, init)
  if (response.status !== 401) return accepted(response)
  await askForLogin()
  return accepted(await request(path, init))
}

/** The response, or an error with the words of a server that refused. */
export async function accepted(response: Response): Promise<Response> {
  if (response.ok) return response
  const body = (await response.json().catch(() => undefined)) as { error?: { message?: string } } | undefined
  throw new Error(body?.error?.message ?? `The server answered ${response.status}.`)
}
