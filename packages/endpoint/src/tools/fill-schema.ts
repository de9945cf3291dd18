import { isRecord, recordOf, type JsonObject } from '@antiphon/base'

/** Depth at which a schema is filled no further. */
const MAX_DEPTH = 6

/**
 * A value for a JSON schema: a listed one (`const`, `default`, `examples`, `enum`), else one of its type. Objects get their
 * required properties, or their first one when none is required. `variant` 0, 1, 2, … gives different values where there is
 * a choice.
 */
export function fillSchema(schema: unknown, variant = 0, depth = 0): unknown {
  if (!isRecord(schema) || depth > MAX_DEPTH) return sampleText({}, variant)
  if ('const' in schema) return schema['const']
  if (variant === 0 && 'default' in schema && schema['default'] !== null) return schema['default']
  for (const key of ['examples', 'enum']) {
    const list = schema[key]
    if (Array.isArray(list) && list.length > 0) return list[variant % list.length]
  }
  const fill = (inner: unknown): unknown => fillSchema(inner, variant, depth + 1)
  const either = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(either))
    return fill(either.find((option) => isRecord(option) && option['type'] !== 'null') ?? either[0])
  const { type } = schema
  switch (Array.isArray(type) ? type.find((word) => word !== 'null') : type) {
    case 'object':
      return fillObject(schema, fill)
    case 'array':
      return Array.from({ length: Math.max(1, Number(schema['minItems'] ?? 1)) }, () => fill(schema['items']))
    case 'boolean':
      return variant % 2 === 0
    case 'integer':
      return Math.round(sampleNumber(schema, variant))
    case 'number':
      return sampleNumber(schema, variant)
    case 'null':
      return null
    default:
      return sampleText(schema, variant)
  }
}

function fillObject(schema: JsonObject, fill: (inner: unknown) => unknown): JsonObject {
  const properties = recordOf(schema['properties'])
  const required = Array.isArray(schema['required'])
    ? schema['required'].filter((key) => typeof key === 'string')
    : []
  const keys = required.length > 0 ? required : Object.keys(properties).slice(0, 1)
  return Object.fromEntries(keys.map((key) => [key, fill(properties[key])]))
}

function sampleNumber(schema: JsonObject, variant: number): number {
  const low = Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? -Infinity)
  const high = Number(schema['maximum'] ?? schema['exclusiveMaximum'] ?? Infinity)
  const wanted = [10, 25, 3, 40, 7][variant % 5] ?? 10
  if (wanted > low && wanted < high) return wanted
  if (Number.isFinite(low) && Number.isFinite(high)) return (low + high) / 2
  return Number.isFinite(low) ? low + 1 : high - 1
}

function sampleText({ minLength, maxLength }: JsonObject, variant: number): string {
  const text = ['harbour', 'ferry', 'lighthouse'][variant % 3] ?? 'harbour'
  const long = typeof minLength === 'number' ? text.padEnd(minLength, 'x') : text
  return typeof maxLength === 'number' ? long.slice(0, maxLength) : long
}
