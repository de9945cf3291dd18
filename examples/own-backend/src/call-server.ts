/** Called when the session has ended. The page with the login sets it. */
export const session = { onEnd: () => {} }

/** `fetch` for all that needs the session: the chat, its tools, uploads, and the storage of conversations. */
export const ask: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  if (response.status === 401) session.onEnd()
  return response
}

/** Asks the own server. What it refuses is an error with the server's words. */
export async function callServer(path: string, init?: RequestInit): Promise<Response> {
  const response = await ask(path, init)
  if (response.ok) return response
  const body = (await response.json().catch(() => undefined)) as { error?: { message?: string } } | undefined
  throw new Error(body?.error?.message ?? `The server answered ${response.status}.`)
}
