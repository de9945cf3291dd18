/** Headers of a response, as `fetch` gives them or as a plain object. */
export type HeaderSource = Headers | Record<string, string | undefined>

/** One header by its lower-case name, or undefined when it is absent or empty. */
export function readHeader(headers: HeaderSource | undefined, name: string): string | undefined {
  if (!headers) return undefined
  if (typeof (headers as Headers).get === 'function')
    return (headers as Headers).get(name)?.trim() || undefined
  for (const [key, value] of Object.entries(headers as Record<string, string | undefined>)) {
    if (key.toLowerCase() === name) return value?.trim() || undefined
  }
  return undefined
}

const REQUEST_ID_HEADERS = [
  'x-request-id',
  'request-id',
  'x-generation-id',
  'apim-request-id',
  'x-ms-request-id',
  'x-amzn-requestid',
  'x-goog-request-id',
  'cf-ray',
]

/** The id by which the provider's support can find the request. */
export function readRequestId(headers: HeaderSource | undefined): string | undefined {
  for (const name of REQUEST_ID_HEADERS) {
    const value = readHeader(headers, name)
    if (value) return value.slice(0, 200)
  }
  return undefined
}
