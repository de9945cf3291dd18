import { isRecord, numberOf, type JsonObject } from '@antiphon/base'

/** Keys that only spans of requests to models have. */
const OWN = /^(?:gen_ai\.|llm\.|ai\.(?:prompt|response|model|toolCall)\b|traceloop\.|openinference\.)/

export const isOwnKey = (key: string): boolean => OWN.test(key)

/** The attributes of a span as a plain object: OTLP writes them as a list of keys with typed values. */
export function attributesOf(value: unknown): JsonObject {
  if (isRecord(value)) return value
  if (!Array.isArray(value)) return {}
  return Object.fromEntries(
    (value as unknown[]).flatMap((entry) =>
      isRecord(entry) && typeof entry.key === 'string' ? [[entry.key, plainValue(entry.value)]] : [],
    ),
  )
}

/** The value inside of `{ stringValue }`, `{ arrayValue }` and so on. 64-bit numbers are texts there. */
export function plainValue(value: unknown, depth = 0): unknown {
  if (!isRecord(value) || depth > 100) return value
  // Protobuf-JSON writes the names of fields in either way.
  const of = (name: string, other: string): unknown => value[name] ?? value[other]
  const stringValue = of('stringValue', 'string_value')
  const intValue = of('intValue', 'int_value')
  const doubleValue = of('doubleValue', 'double_value')
  const boolValue = of('boolValue', 'bool_value')
  const arrayValue = of('arrayValue', 'array_value')
  const kvlistValue = of('kvlistValue', 'kvlist_value')
  const bytesValue = of('bytesValue', 'bytes_value')
  if (intValue !== undefined) return numberOf(Number(intValue)) ?? intValue
  if (isRecord(arrayValue))
    return Array.isArray(arrayValue.values)
      ? arrayValue.values.map((one: unknown) => plainValue(one, depth + 1))
      : []
  if (isRecord(kvlistValue) && Array.isArray(kvlistValue.values)) {
    return Object.fromEntries(
      (kvlistValue.values as unknown[]).flatMap((one) =>
        isRecord(one) && typeof one.key === 'string' ? [[one.key, plainValue(one.value, depth + 1)]] : [],
      ),
    )
  }
  return stringValue ?? doubleValue ?? boolValue ?? bytesValue ?? value
}

/** Longest list that is read from numbered keys. */
const MOST = 100_000

/**
 * The list whose values are spread over keys below a prefix (`gen_ai.prompt.0.role`). Undefined when no key has the
 * prefix. The wrappers of OpenInference (`message.`, `message_content.`, `tool_call.`) are removed.
 */
export function listBelow(attributes: JsonObject, prefix: string): unknown[] | undefined {
  const root: JsonObject = {}
  for (const [key, value] of Object.entries(attributes)) {
    if (!key.startsWith(`${prefix}.`)) continue
    const path = key
      .slice(prefix.length + 1)
      .split('.')
      .filter((word) => !/^(?:message|message_content|tool_call)$/.test(word))
    if (path.length > 0 && path.length < 20 && !path.includes('__proto__')) put(root, path, value)
  }
  const list = lists(root)
  return Array.isArray(list) ? list : undefined
}

function put(root: JsonObject, path: readonly string[], value: unknown): void {
  let at = root
  for (const word of path.slice(0, -1)) {
    const inner = Object.hasOwn(at, word) ? at[word] : undefined
    const next: JsonObject = isRecord(inner) ? inner : {}
    at[word] = next
    at = next
  }
  at[path.at(-1)!] = value
}

/** Objects whose keys are numbers are lists. */
function lists(value: unknown): unknown {
  if (!isRecord(value)) return value
  const keys = Object.keys(value)
  const entries = keys.map((key) => [key, lists(value[key])] as const)
  if (keys.length > 0 && keys.length < MOST && keys.every((key) => /^\d+$/.test(key)))
    return entries.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, entry]) => entry)
  const { contents, ...rest } = Object.fromEntries(entries)
  return contents === undefined ? rest : { content: contents, ...rest }
}
