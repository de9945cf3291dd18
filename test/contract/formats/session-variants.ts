/** Path of a value in a document. */
export type Place = readonly (string | number)[]

const UNCHANGED = Symbol('unchanged')
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const asTime = (value: unknown): number | undefined => {
  if (typeof value === 'number' && value > 1e9) return value < 1e11 ? value * 1000 : value
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : undefined
}
const timeAs =
  (write: (ms: number) => unknown) =>
  (value: unknown): unknown => {
    const time = asTime(value)
    return time === undefined ? UNCHANGED : write(time)
  }

/** How other versions of a tool, and other tools, write the same thing. Undefined takes the key away. */
export const variants: Readonly<Record<string, (value: unknown, key: string | number) => unknown>> = {
  'without it': (_, key) => (typeof key === 'string' ? undefined : UNCHANGED),
  'null in its place': () => null,
  'true in its place': (value) => (typeof value === 'boolean' ? UNCHANGED : true),
  'a number as a text': (value) => (typeof value === 'number' ? String(value) : UNCHANGED),
  'another number': (value) => (typeof value === 'number' ? -1 : UNCHANGED),
  'a text as a number': (value) =>
    typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : UNCHANGED,
  'a time in seconds': timeAs((ms) => ms / 1000),
  'a time in milliseconds': timeAs((ms) => ms),
  'a time in ISO 8601': timeAs((ms) => new Date(ms).toISOString()),
  'an object in a list': (value) => (isObject(value) ? [value] : UNCHANGED),
  'an empty list for an object': (value) => (isObject(value) ? [] : UNCHANGED),
  'a list as an object with places': (value) =>
    Array.isArray(value) && value.length > 0 ? Object.fromEntries(value.entries()) : UNCHANGED,
  'the only entry of a list alone': (value) =>
    Array.isArray(value) && value.length === 1 ? (value as unknown[])[0] : UNCHANGED,
  'an empty object for a list': (value) => (Array.isArray(value) ? {} : UNCHANGED),
  'JSON in a text': (value) =>
    typeof value === 'object' && value !== null ? JSON.stringify(value) : UNCHANGED,
  'a kind that nobody knows': (value, key) =>
    typeof value === 'string' &&
    /^(?:type|kind|subtype|event|source|content_type|role|status)$/.test(String(key))
      ? 'kind_of_tomorrow'
      : UNCHANGED,
  'a key that nobody knows': (value) =>
    isObject(value) ? { addedTomorrow: { type: 'message', content: [null] }, ...value } : UNCHANGED,
  'an entry that nobody knows': (value) =>
    Array.isArray(value) && value.length > 1
      ? [
          value[0] as unknown,
          null,
          { type: 'kind_of_tomorrow', payload: [] },
          ...(value as unknown[]).slice(1),
        ]
      : UNCHANGED,
}

/** Every place of a document below its root. */
export function placesOf(document: unknown): Place[] {
  const found: Place[] = []
  const waiting: [unknown, Place][] = [[document, []]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [value, place] = next
    if (place.length > 0) found.push(place)
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value))
      waiting.push([inner, [...place, Array.isArray(value) ? Number(key) : key]])
  }
  return found
}

/** A copy with another value at one place; undefined where the variant does not apply. */
export function withVariant(
  document: unknown,
  place: Place,
  name: string,
): { document: unknown } | undefined {
  const copy = structuredClone(document)
  let holder = copy as Record<string | number, unknown>
  for (const key of place.slice(0, -1)) holder = holder[key] as Record<string | number, unknown>
  const last = place.at(-1)!
  const value = variants[name]!(holder[last], last)
  if (value === UNCHANGED) return undefined
  if (value === undefined) delete holder[last]
  else holder[last] = value
  return { document: copy }
}

/** Every text of a value. */
export function leavesOf(value: unknown): Set<string> {
  const found = new Set<string>()
  const waiting: unknown[] = [value]
  for (let next = waiting.pop(); waiting.length > 0 || next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') found.add(next)
    else if (typeof next === 'object' && next !== null)
      waiting.push(...Object.values(next).filter((inner) => inner !== undefined))
  }
  return found
}
