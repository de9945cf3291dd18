import fc from 'fast-check'

/** Texts with the characters that break things. */
export const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('', ' ', 'a', '\n', '🌊', '__proto__'),
)
export const word = fc.constantFrom('a', 'call_0', 'x:0', '')
export const flag = fc.boolean()
export const base64 = fc.uint8Array({ maxLength: 12 }).map((bytes) => btoa(String.fromCharCode(...bytes)))
export const millis = fc.nat({ max: 2 ** 41 })
/** JSON as JSON.parse gives it; without -0, which JSON text does not keep. */
export const json = fc
  .jsonValue({ maxDepth: 3 })
  .map((value): unknown => JSON.parse(JSON.stringify(value).replaceAll('__proto__', 'proto')))
export const object = fc.dictionary(fc.constantFrom('a', 'b', 'city', 'a b'), json, {
  maxKeys: 3,
  noNullPrototype: true,
})
export const bag = fc.dictionary(fc.constantFrom('x.y', 'host.file', 'agentkit.interrupted', 'a b'), json, {
  maxKeys: 2,
  noNullPrototype: true,
})

/** An object whose keys in `optional` may be absent. */
export function record(
  required: Record<string, fc.Arbitrary<unknown>>,
  optional: Record<string, fc.Arbitrary<unknown>> = {},
): fc.Arbitrary<Record<string, unknown>> {
  return fc.record(
    { ...required, ...optional },
    { requiredKeys: Object.keys(required), noNullPrototype: true },
  )
}

export const is = <T>(value: T): fc.Arbitrary<T> => fc.constant(value)
export const list = <T>(entry: fc.Arbitrary<T>, maxLength = 4): fc.Arbitrary<T[]> =>
  fc.array(entry, { maxLength })
export const nullable = (entry: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> => fc.oneof(is(null), entry)

type Path = (string | number)[]

/** Places in a value, the root aside. */
function placesOf(value: unknown, path: Path = []): Path[] {
  if (
    typeof value !== 'object' ||
    value === null ||
    value instanceof Uint8Array ||
    value instanceof ArrayBuffer
  )
    return []
  return Object.entries(value).flatMap(([key, entry]) => {
    const here = [...path, Array.isArray(value) ? Number(key) : key]
    return [here, ...placesOf(entry, here)]
  })
}

/** The same document with one to three places changed: a value of any type, a key more, a key less. */
export function damaged(documents: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.record({ at: fc.nat(), kind: fc.constantFrom('replace', 'add', 'remove'), value: json })
  return fc.tuple(documents, fc.array(change, { minLength: 1, maxLength: 3 })).map(([document, changes]) => {
    const copy: unknown = structuredClone(document)
    for (const { at, kind, value: drawn } of changes) {
      const value: unknown = structuredClone(drawn)
      const places = placesOf(copy)
      const path = places[at % Math.max(1, places.length)]
      if (!path) continue
      const owner = path
        .slice(0, -1)
        .reduce((inner: unknown, step) => (inner as Record<string, unknown>)[step], copy)
      const key = path.at(-1)!
      if (Array.isArray(owner)) owner[key as number] = value
      else if (kind === 'remove') delete (owner as Record<string, unknown>)[key]
      else (owner as Record<string, unknown>)[kind === 'add' ? 'surprise' : key] = value
    }
    return copy
  })
}
