/** The error object of OpenAI's API, as it stands under `error` in a body or in a `data:` event. */
export interface ErrorBody {
  message: string
  type: string
  param: string | null
  code: string | null
}

/** `{ error: … }` with the given HTTP status, in OpenAI's shape (wire-facts 3.1). */
export function errorResponse(
  status: number,
  error: Partial<ErrorBody> & { message: string },
  headers: HeadersInit = {},
): Response {
  const body: { error: ErrorBody } = {
    error: {
      message: error.message,
      type: error.type ?? 'invalid_request_error',
      param: error.param ?? null,
      code: error.code ?? null,
    },
  }
  return jsonResponse(body, status, headers)
}

export function jsonResponse(value: unknown, status = 200, headers: HeadersInit = {}): Response {
  const all = new Headers(headers)
  all.set('content-type', 'application/json; charset=utf-8')
  return new Response(JSON.stringify(value, null, 2), { status, headers: all })
}

/** A request that is refused before any model sees it. */
export class RefusedRequest extends Error {
  override name = 'RefusedRequest'
  constructor(
    readonly status: number,
    readonly body: Partial<ErrorBody> & { message: string },
  ) {
    super(body.message)
  }
}
