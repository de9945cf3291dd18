/** Empty is undefined; what is no number is NaN. A comma is taken for the decimal point it is meant to be. */
export function readNumber(text: string): number | undefined {
  const trimmed = text.trim()
  return trimmed === '' ? undefined : Number(trimmed.replace(',', '.'))
}

/** What was read of a field; of several problems the first. */
export interface Read<Value> {
  value?: Value
  problem?: string
}

/** Headers that carry keys: they belong into the field for the key, which is not stored unless one says so. */
const KEY_HEADER = /^(?:authorization|proxy-authorization|cookie|x-api-key|api-key|x-goog-api-key)$/i
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** `Name: value`, one a line. */
export function readHeaders(text: string): Read<Record<string, string>> {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const headers: [string, string][] = []
  for (const [index, line] of lines.entries()) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim()
    const value = line.slice(colon + 1).trim()
    const where = lines.length > 1 ? `Line ${index + 1}: ` : ''
    if (colon < 0 || !HEADER_NAME.test(name)) return { problem: `${where}write it as Name: value.` }
    if (KEY_HEADER.test(name)) return { problem: `${where}a key belongs into the field for the key.` }
    if (!HEADER_VALUE.test(value))
      return { problem: `${where}the value has characters that no header may have.` }
    headers.push([name, value])
  }
  return headers.length > 0 ? { value: Object.fromEntries(headers) } : {}
}

export function toHeaderText(headers: Readonly<Record<string, string>> = {}): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

export function readJsonObject(text: string): Read<Record<string, unknown>> {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return Object.keys(value).length > 0 ? { value: value as Record<string, unknown> } : {}
    return { problem: 'An object in JSON, such as {"top_k": 40}.' }
  } catch (error) {
    return { problem: `This is no JSON: ${(error as Error).message}.` }
  }
}
