import { isRecord, type JsonObject } from '@antiphon/base'
import { fitsFormat } from './json-formats.js'
import { assertSchemaWork, itemSchema, refTarget, type StandardIssue, type StandardSchema } from './schema.js'

/** References that are followed: to the whole, or to a definition of it. */
const LOCAL = /^#(?:\/(?:\$defs|definitions)\/[^/]+|\/?)$/
const KINDS = ['string', 'number', 'integer', 'boolean', 'null', 'object', 'array']

type Path = readonly PropertyKey[]

/**
 * A checker made from JSON Schema. The schema may come from a stranger: its patterns never run, and its references cannot
 * keep the check busy. `JsonSchema` says which rules are checked. The checked value gets the defaults of the schema for absent
 * properties.
 *
 * @throws TypeError for a schema that is not plain data.
 */
export function readJsonSchema(schema: object): StandardSchema {
  const root = JSON.parse(JSON.stringify({ type: 'object', ...schema })) as JsonObject
  return {
    '~standard': {
      version: 1,
      vendor: 'antiphon',
      validate(value) {
        assertSchemaWork(root, value)
        const issues: StandardIssue[] = []
        const checked = new Check(root, issues).part(root, value, [])
        return issues.length > 0 ? { issues } : { value: checked }
      },
    },
  }
}

/** One check of a value. Each method returns the value with defaults, and notes each mismatch. */
class Check {
  constructor(
    private readonly root: JsonObject,
    private readonly issues: StandardIssue[],
  ) {}

  /** Checks a value against a part of the schema. A part that is not a schema allows everything, like an empty one. */
  part(schema: unknown, value: unknown, path: Path): unknown {
    if (schema === false) this.say(path, `Invalid input: nothing is allowed here, received ${kindOf(value)}`)
    if (!isRecord(schema)) return value
    const { $ref, not, allOf, anyOf, oneOf } = schema
    if (isRecord(not) && Object.keys(not).length === 0) return this.part(false, value, path)
    const problem = problemWithKind(schema, value) ?? problemWithChoice(schema, value)
    if (problem !== undefined) {
      this.say(path, problem)
      return value
    }
    let checked = this.content(schema, value, path)
    if (typeof $ref === 'string' && LOCAL.test($ref)) checked = this.part(this.target($ref), checked, path)
    if (Array.isArray(allOf)) for (const one of allOf) checked = this.part(one, checked, path)
    if (Array.isArray(anyOf)) checked = this.choice(anyOf, checked, path, false)
    return Array.isArray(oneOf) ? this.choice(oneOf, checked, path, true) : checked
  }

  private say(path: Path, message: string): void {
    this.issues.push({ path, message })
  }

  private target(ref: string): unknown {
    const found = refTarget(this.root, ref)
    if (found === undefined) throw new Error(`its reference ${ref} leads to nothing`)
    return found
  }

  /** The rules of one part of the schema for a value. */
  private attempt(schema: unknown, value: unknown, path: Path): { value: unknown; issues: StandardIssue[] } {
    const issues: StandardIssue[] = []
    return { value: new Check(this.root, issues).part(schema, value, path), issues }
  }

  private choice(schemas: readonly unknown[], value: unknown, path: Path, isExclusive: boolean): unknown {
    const tried: { value: unknown; issues: StandardIssue[] }[] = []
    for (const schema of schemas) {
      tried.push(this.attempt(schema, value, path))
      if (!isExclusive && tried.at(-1)!.issues.length === 0) break
    }
    const [fits, another] = tried.filter(({ issues }) => issues.length === 0)
    if (fits && !another) return fits.value
    const [only] = tried
    if (only && tried.length === 1) this.issues.push(...only.issues)
    else
      this.say(path, `Invalid input: fits ${another ? 'more than one' : 'none'} of ${tried.length} choices`)
    return value
  }

  private content(schema: JsonObject, value: unknown, path: Path): unknown {
    if (typeof value === 'string') this.text(schema, value, path)
    else if (typeof value === 'number')
      for (const words of problemsOfNumber(schema, value)) this.say(path, words)
    else if (Array.isArray(value)) return this.list(schema, value, path)
    else if (isRecord(value)) return this.object(schema, value, path)
    return value
  }

  private text({ format, ...schema }: JsonObject, value: string, path: Path): void {
    this.size(path, 'string', value.length, 'characters', schema['minLength'], schema['maxLength'])
    if (typeof format === 'string' && !fitsFormat(format, value)) this.say(path, `Invalid ${format}`)
  }

  private size(path: Path, what: string, size: number, of: string, min: unknown, max: unknown): void {
    if (typeof min === 'number' && size < min)
      this.say(path, `Too small: expected ${what} to have >=${min} ${of}`)
    if (typeof max === 'number' && size > max)
      this.say(path, `Too big: expected ${what} to have <=${max} ${of}`)
  }

  private list(schema: JsonObject, value: readonly unknown[], path: Path): unknown[] {
    const { minItems, maxItems, uniqueItems, contains, minContains = 1, maxContains } = schema
    this.size(path, 'array', value.length, 'items', minItems, maxItems)
    if (uniqueItems === true && new Set(value.map(dataKey)).size < value.length)
      this.say(path, 'Array items must be unique')
    if (contains !== undefined) {
      const found = value.filter((item) => this.attempt(contains, item, path).issues.length === 0).length
      this.size(path, 'array', found, 'items that fit "contains"', minContains, maxContains)
    }
    return value.map((item, at) => this.part(itemSchema(schema, at), item, [...path, at]))
  }

  private object(schema: JsonObject, value: JsonObject, path: Path): JsonObject {
    const { propertyNames, required, minProperties, maxProperties } = schema
    const properties = isRecord(schema['properties']) ? schema['properties'] : {}
    const keys = Object.keys(value)
    this.size(path, 'object', keys.length, 'properties', minProperties, maxProperties)
    // Without a prototype, so that each key is data.
    const checked = Object.create(null) as JsonObject
    for (const key of keys) {
      const at = [...path, key]
      this.part(propertyNames, key, at)
      checked[key] = this.part(this.partFor(key, schema, at), value[key], at)
    }
    for (const [key, part] of Object.entries(properties)) {
      const missing = Object.hasOwn(value, key) ? undefined : this.defaultOf(part)
      if (missing !== undefined) checked[key] = missing
    }
    for (const key of Array.isArray(required) ? (required as unknown[]) : [])
      if (typeof key === 'string' && !Object.hasOwn(checked, key))
        this.say([...path, key], 'Invalid input: it is required, received undefined')
    return checked
  }

  /** The schema that one key is held against; undefined allows everything. */
  private partFor(key: string, schema: JsonObject, path: Path): unknown {
    const { properties, patternProperties, additionalProperties } = schema
    if (isRecord(properties) && Object.hasOwn(properties, key)) return properties[key]
    // Patterns do not run, so any other key may match one of them.
    if (isRecord(patternProperties) && Object.keys(patternProperties).length > 0) return undefined
    if (additionalProperties !== false) return additionalProperties
    this.say(path, `Unrecognized key: "${key}"`)
    return undefined
  }

  private defaultOf(schema: unknown, steps = 0): unknown {
    if (!isRecord(schema) || steps > 100) return undefined
    const { default: own, $ref } = schema
    if (own !== undefined || typeof $ref !== 'string' || !LOCAL.test($ref)) return own
    return this.defaultOf(refTarget(this.root, $ref), steps + 1)
  }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function isOfKind(kind: unknown, value: unknown): boolean {
  if (kind === 'integer') return Number.isInteger(value)
  // Keywords of no known draft are not checked.
  return !KINDS.includes(String(kind)) || kindOf(value) === kind
}

function problemWithKind({ type, nullable }: JsonObject, value: unknown): string | undefined {
  const kinds = Array.isArray(type) ? (type as unknown[]) : [type]
  const isFine = kinds.length === 0 || kinds.some((kind) => isOfKind(kind, value))
  if (isFine || (nullable === true && value === null)) return undefined
  return `Invalid input: expected ${kinds.join(' or ')}, received ${kindOf(value)}`
}

function problemWithChoice({ enum: choices, const: only }: JsonObject, value: unknown): string | undefined {
  const list = only === undefined ? choices : [only]
  if (!Array.isArray(list) || list.some((one) => dataKey(one) === dataKey(value))) return undefined
  return `Invalid option: expected one of ${list.map((one) => JSON.stringify(one)).join('|')}`
}

function problemsOfNumber(schema: JsonObject, value: number): string[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  const words: string[] = []
  // In draft 4 the exclusive ones are switches.
  const [above, below] = [
    exclusiveMinimum === true ? minimum : exclusiveMinimum,
    exclusiveMaximum === true ? maximum : exclusiveMaximum,
  ]
  if (typeof minimum === 'number' && value < minimum)
    words.push(`Too small: expected number to be >=${minimum}`)
  if (typeof maximum === 'number' && value > maximum)
    words.push(`Too big: expected number to be <=${maximum}`)
  if (typeof above === 'number' && value <= above) words.push(`Too small: expected number to be >${above}`)
  if (typeof below === 'number' && value >= below) words.push(`Too big: expected number to be <${below}`)
  if (typeof multipleOf === 'number' && multipleOf > 0) {
    const times = value / multipleOf
    // 0.3 is a multiple of 0.1, although their quotient is not a whole number in binary.
    if (Math.abs(times - Math.round(times)) > 1e-9 * Math.max(1, Math.abs(times)))
      words.push(`Invalid number: must be a multiple of ${multipleOf}`)
  }
  return words
}

/** Equal for values that are the same data, whatever the order of their keys. */
function dataKey(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isRecord(inner) ? Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)) : inner,
  )
}
