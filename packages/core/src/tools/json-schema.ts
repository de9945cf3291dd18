import * as z from 'zod'
import { withoutJit } from '../lib/without-jit.js'
import { linearPattern } from './linear-pattern.js'
import { assertSchemaWork, type StandardSchema } from './schema.js'

const UNREADABLE = [
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
  'dependentRequired',
  'unevaluatedProperties',
  'unevaluatedItems',
]
/** Data of the schema, in which nothing means anything. */
const DATA = ['enum', 'const', 'default']
/** Schemas by name, or by the pattern of their names. */
const NAMED = ['properties', 'patternProperties', '$defs', 'definitions']
/** No keyword of zod, so that the registry below is told of each schema. */
const MARK = 'x-antiphon-patterns'

/**
 * A schema that came as JSON Schema, to check with. It may be a stranger's: neither its patterns nor its references can
 * keep the check busy. See `JsonSchema` for what is checked.
 *
 * @throws what zod's reader throws.
 */
export function readJsonSchema(schema: object): StandardSchema {
  const whole = { type: 'object', ...schema }
  const checking = read(whole)
  return {
    '~standard': {
      version: 1,
      vendor: 'antiphon',
      validate(value) {
        assertSchemaWork(whole, value)
        return checking['~standard'].validate(value)
      },
    },
  }
}

function read(schema: object): StandardSchema {
  try {
    return readWithPatterns(schema, false)
  } catch {
    // Without the keywords that zod's reader refuses.
    return readWithPatterns(schema, true)
  }
}

/** What zod asks of a pattern. */
interface Pattern {
  source?: undefined
  lastIndex: number
  test(text: string): boolean
  toString(): string
}

/**
 * zod makes a `RegExp` of each pattern, which a text may keep busy for years. So it is given patterns that any text fits,
 * each with a number in it, and is told afterwards what each of them stands for. A version of zod that keeps them
 * elsewhere checks no patterns; it never runs a stranger's.
 */
function readWithPatterns(schema: object, isTolerant: boolean): StandardSchema {
  const patterns = new Map<unknown, Pattern>()
  const standIn = (source: unknown, otherwise: boolean): string => {
    const test = (typeof source === 'string' ? linearPattern(source) : undefined) ?? (() => otherwise)
    const name = `(?:${patterns.size})?`
    patterns.set(name, { lastIndex: 0, test, toString: () => `/${String(source)}/` })
    return name
  }
  const seen = new Set<Made>()
  const registry = z.registry<Record<string, unknown>>()
  // Called with each schema of which zod does not know every keyword, also those that it builds into functions.
  registry.add = (made) => {
    replacePatterns(made as unknown as Made, patterns, seen)
    return registry
  }
  const prepared = prepare(schema, { standIn, isTolerant }) as Record<string, never>
  return withoutJit(z.config, () => z.fromJSONSchema(prepared, { registry }))
}

/** The parts of a schema of zod in which patterns can be that belong to it, and not to a schema inside it. */
interface Made {
  _zod: {
    def: {
      checks?: { _zod: { def: { pattern?: { source?: string } } } }[]
      left?: Made
      right?: Made
      innerType?: Made
      out?: Made
      keyType?: Made
      options?: Made[]
    }
  }
}

/** Each part is `seen` once: references that double each other make a part of many others. */
function replacePatterns(
  made: Made | undefined,
  patterns: ReadonlyMap<unknown, Pattern>,
  seen: Set<Made>,
): void {
  if (!made || seen.has(made)) return
  seen.add(made)
  const { checks = [], left, right, innerType, out, keyType, options = [] } = made._zod.def
  for (const check of checks) {
    const found = patterns.get(check._zod.def.pattern?.source)
    if (found) check._zod.def.pattern = found
  }
  for (const part of [left, right, innerType, out, keyType, ...options]) replacePatterns(part, patterns, seen)
}

interface Preparing {
  /** A pattern for zod in place of a stranger's; `otherwise` is the answer where it cannot be checked. */
  standIn(source: unknown, otherwise: boolean): string
  /** Leaves out the keywords that zod's reader refuses. */
  isTolerant: boolean
}

type Fields = Record<string, unknown>

function prepare(schema: unknown, how: Preparing): unknown {
  if (Array.isArray(schema)) return schema.map((entry) => prepare(entry, how))
  if (typeof schema !== 'object' || schema === null) return schema
  const { $ref: ref } = schema as Fields
  // Of others zod would throw, or take a part for the whole.
  if (typeof ref === 'string' && !/^#(?:\/(?:\$defs|definitions)\/[^/]+|\/?)$/.test(ref)) return {}
  const kept = Object.entries(withKeyNames(schema as Fields)).filter(
    ([key]) => !how.isTolerant || !UNREADABLE.includes(key),
  )
  const prepared = kept.map(([key, entry]): [string, unknown] => {
    if (DATA.includes(key)) return [key, entry]
    if (key === 'pattern') return [key, how.standIn(entry, true)]
    // zod reads the rest of the schema once for each.
    if (key === 'type' && Array.isArray(entry)) return [key, [...new Set(entry)]]
    return [key, NAMED.includes(key) ? named(key, entry, how) : prepare(entry, how)]
  })
  // An empty schema means something beside "not", and holds no pattern.
  return Object.fromEntries(prepared.length > 0 ? [...prepared, [MARK, true]] : prepared)
}

function named(key: string, entry: unknown, how: Preparing): unknown {
  if (typeof entry !== 'object' || entry === null) return entry
  const name = (given: string): string => (key === 'patternProperties' ? how.standIn(given, false) : given)
  // What is no schema allows everything, as one that says nothing does.
  const isSchema = (one: unknown): boolean =>
    typeof one === 'boolean' || (typeof one === 'object' && one !== null)
  return Object.fromEntries(
    Object.entries(entry).map(([given, one]) => [name(given), isSchema(one) ? prepare(one, how) : {}]),
  )
}

/** "No other keys" beside patterns for keys, said of the names: zod would keep those patterns where nobody can reach them. */
function withKeyNames(schema: Fields): Fields {
  const { properties, patternProperties, additionalProperties, propertyNames, ...rest } = schema
  if (additionalProperties !== false || typeof patternProperties !== 'object' || patternProperties === null)
    return schema
  const names = {
    anyOf: [
      { enum: Object.keys(properties ?? {}) },
      ...Object.keys(patternProperties).map((pattern) => ({ type: 'string', pattern })),
    ],
  }
  return { ...rest, properties, patternProperties, propertyNames: { allOf: [propertyNames ?? true, names] } }
}
