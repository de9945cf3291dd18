/** Headers of every answer with data: the browser must never show it as a page, whatever it claims to be, nor keep it. */
export const dataHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
}

export function withDataHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(dataHeaders))
    if (!response.headers.has(name)) response.headers.set(name, value)
  return response
}

export const json = (value: unknown, status = 200): Response => Response.json(value, { status })

/** A refusal that a route throws. `message` is for the developer of the page and holds no secret. */
export class RouteError extends Error {
  override readonly name = 'RouteError'
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message)
  }
}

/** An error in the words of the chat-completions API, like those of the proxy. */
export function errorAnswer({ status, code, message, headers: more }: RouteError): Response {
  const body = { error: { message, type: 'antiphon_chat_server', param: null, code } }
  return Response.json(body, { status, headers: more })
}
