/** Asks the own server. What it refuses is an error with the server's words. */
export async function callServer(path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(path, init)
  if (response.ok) return response
  const body = (await response.json().catch(() => undefined)) as { error?: { message?: string } } | undefined
  throw new Error(body?.error?.message ?? `The server answered ${response.status}.`)
}
