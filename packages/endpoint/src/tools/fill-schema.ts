type Schema = Record<string, unknown>

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A plausible value for a JSON schema: a listed one (`const`, `default`, `examples`, `enum`), else one that fits type,
 * format and property name. Objects get their required properties, or their first one when none is required. `variant` 0,
 * 1, 2, … gives different values where there is a choice.
 */
export function fillSchema(
  schema: unknown,
  variant = 0,
  name = '',
  root: unknown = schema,
  depth = 0,
): unknown {
  if (!isSchema(schema) || depth > 6) return sampleText(name, variant)
  if ('const' in schema) return schema['const']
  if (variant === 0 && 'default' in schema && schema['default'] !== null) return schema['default']
  for (const key of ['examples', 'enum']) {
    const list = schema[key]
    if (Array.isArray(list) && list.length > 0) return list[variant % list.length]
  }
  const fill = (inner: unknown, innerName = name) => fillSchema(inner, variant, innerName, root, depth + 1)
  if (typeof schema['$ref'] === 'string') return fill(resolveRef(root, schema['$ref']))
  if (Array.isArray(schema['allOf'])) return fill(Object.assign({}, ...schema['allOf'].filter(isSchema)))
  const either = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(either))
    return fill(either.find((option) => isSchema(option) && option['type'] !== 'null') ?? either[0])

  const { type } = schema
  switch (
    Array.isArray(type)
      ? type.find((word) => word !== 'null')
      : (type ?? ('properties' in schema ? 'object' : 'string'))
  ) {
    case 'object':
      return fillObject(schema, fill)
    case 'array':
      return Array.from({ length: Math.max(1, Number(schema['minItems'] ?? 1)) }, () =>
        fill(schema['items'] ?? {}),
      )
    case 'boolean':
      return variant % 2 === 0
    case 'integer':
      return Math.round(sampleNumber(schema, variant))
    case 'number':
      return sampleNumber(schema, variant)
    case 'null':
      return null
    default:
      return fitLength(formatted(schema['format'], variant) ?? sampleText(name, variant), schema)
  }
}

function fillObject(schema: Schema, fill: (inner: unknown, name: string) => unknown): Schema {
  const properties = isSchema(schema['properties']) ? schema['properties'] : {}
  const required = Array.isArray(schema['required'])
    ? schema['required'].filter((key) => typeof key === 'string')
    : []
  const keys = required.length > 0 ? required : Object.keys(properties).slice(0, 1)
  return Object.fromEntries(keys.map((key) => [key, fill(properties[key] ?? {}, key)]))
}

function resolveRef(root: unknown, ref: string): unknown {
  let at = root
  for (const key of ref.replace(/^#\/?/, '').split('/')) {
    if (!isSchema(at)) return undefined
    at = at[key.replaceAll('~1', '/').replaceAll('~0', '~')]
  }
  return at
}

function sampleNumber(schema: Schema, variant: number): number {
  const low = Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? -Infinity)
  const high = Number(schema['maximum'] ?? schema['exclusiveMaximum'] ?? Infinity)
  const wanted = [10, 25, 3, 40, 7][variant % 5] ?? 10
  if (wanted > low && wanted < high) return wanted
  if (Number.isFinite(low) && Number.isFinite(high)) return (low + high) / 2
  return Number.isFinite(low) ? low + 1 : high - 1
}

function fitLength(text: string, schema: Schema): string {
  const { minLength, maxLength } = schema
  const long = typeof minLength === 'number' ? text.padEnd(minLength, 'x') : text
  return typeof maxLength === 'number' ? long.slice(0, maxLength) : long
}

function formatted(format: unknown, variant: number): string | undefined {
  const day = String(12 + (variant % 15)).padStart(2, '0')
  switch (format) {
    case 'date':
      return `2026-03-${day}`
    case 'date-time':
      return `2026-03-${day}T09:30:00Z`
    case 'time':
      return '09:30:00'
    case 'email':
      return 'ingrid@example.com'
    case 'uri':
    case 'url':
      return 'https://example.com/report'
    case 'uuid':
      return `3f0c2a6e-7d41-4b8e-9a55-1c2f4e6d8b${day}`
    default:
      return undefined
  }
}

/** Text by the name of the property it stands in: the first entry whose word the name contains. */
const samples: readonly (readonly [RegExp, readonly string[]])[] = [
  [/time_?zone|^tz$/i, ['Europe/Oslo', 'Asia/Tokyo', 'America/Lima']],
  [/city|location|place|town|destination/i, ['Oslo', 'Tokyo', 'Lima', 'Nairobi', 'Toronto']],
  [/origin|^from$/i, ['Oslo', 'Lima']],
  [/country/i, ['Norway', 'Japan', 'Peru']],
  [/e?mail/i, ['ingrid@example.com', 'tomas@example.com']],
  [/url|uri|link|href/i, ['https://example.com/report', 'https://example.com/notes']],
  [/date|day/i, ['2026-03-12', '2026-03-13']],
  [/path|file/i, ['notes/harbour.md', 'src/main.ts']],
  [/command|cmd/i, ['ls -la', 'git status']],
  [/language|lang|locale/i, ['en', 'nb']],
  [/currency/i, ['NOK', 'JPY']],
  [/unit/i, ['celsius', 'fahrenheit']],
  [/(^|_)id$/i, ['A-1042', 'A-1043', 'A-1044']],
  [/service/i, ['checkout', 'search']],
  [/name|user|person/i, ['Ingrid Solberg', 'Tomas Lind']],
  [/query|search|question|term|keyword|topic/i, ['harbour opening hours', 'ferry timetable']],
  [/code|script|sql/i, ['select 1', 'select 2']],
  [/title|subject/i, ['Harbour notes', 'Ferry times']],
  [
    /text|message|content|body|note|description|input/i,
    ['The ferry leaves at 09:30.', 'The harbour opens at seven.'],
  ],
]

function sampleText(name: string, variant: number): string {
  const list = samples.find(([pattern]) => pattern.test(name))?.[1] ?? ['harbour', 'ferry', 'lighthouse']
  return list[variant % list.length] ?? 'harbour'
}
