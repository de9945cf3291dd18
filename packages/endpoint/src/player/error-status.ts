type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The HTTP status that belongs to a recorded body: 200 unless it is an error. For an error the number in the body
 * (`code`, `status`, `status_code`, `http_code`), else the one in the file name (`mistral-401-detail.json`), else 400.
 */
export function errorStatus(name: string, bytes: Uint8Array): number {
  const body = parse(bytes)
  const first: unknown = Array.isArray(body) ? body[0] : body
  if (!isFields(first) || !isError(first)) return 200
  const inner = isFields(first['error']) ? first['error'] : {}
  for (const source of [inner, first]) {
    for (const key of ['status', 'code', 'status_code', 'http_code']) {
      const number = Number(source[key])
      if (isStatus(number)) return number
    }
  }
  const named = name.match(/\d+/g)?.find((digits) => digits.length === 3 && isStatus(Number(digits)))
  return named ? Number(named) : 400
}

const isStatus = (number: number) => Number.isInteger(number) && number >= 400 && number <= 599

function isError(body: Fields): boolean {
  if ('choices' in body) return false
  const named = Boolean(body['error'] ?? body['errors'] ?? body['detail'])
  return (
    named || body['object'] === 'error' || body['type'] === 'error' || typeof body['message'] === 'string'
  )
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
