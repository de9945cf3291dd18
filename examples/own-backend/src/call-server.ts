/** Shows the login when the session has ended, and resolves when the login is closed. The page with the login sets it. */
export const session = { renew: async () => {} }

/** `fetch` for the chat and for the storage of conversations, which go on by themselves or by Retry. */
export const ask: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  if (response.status === 401) void session.renew()
  return response
}

/**
 * Sends a request to your own server, for tools and uploads. When the session has ended, it waits for the login and tries again.
 */
export async function callServer(path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(path, init)
  if (response.status !== 401) return accepted(response)
  await session.renew()
  return accepted(await fetch(path, init))
}

/** The response, or an error with the words of a server that refused. */
export async function accepted(response: Response): Promise<Response> {
  if (response.ok) return response
  const body = (await response.json().catch(() => undefined)) as { error?: { message?: string } } | undefined
  throw new Error(body?.error?.message ?? `The server answered ${response.status}.`)
}
