import { isRecord, type JsonObject } from '@antiphon/base'

/** A schema of any library that follows standardschema.dev: zod, valibot, arktype, effect, … */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
    /** Standard JSON Schema: there when the library can write its schemas as JSON Schema. */
    readonly jsonSchema?: {
      readonly input: (options: {
        readonly target: string
        readonly libraryOptions?: Record<string, unknown>
      }) => Record<string, unknown>
    }
  }
}

type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

export interface StandardIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/**
 * JSON Schema as plain data, such as an MCP server sends. `Args` is the type that it describes. TypeScript cannot read it
 * from the data, so the caller states it: `const schema: JsonSchema<{ city: string }> = { … }`.
 *
 * Arguments are checked against it (drafts 4, 7 and 2020-12). Offered to the model but NOT checked, and left to the tool,
 * are `not` (but for `{}`), `if`/`then`/`else`, `dependentSchemas`, `dependentRequired`, `unevaluatedProperties`,
 * `unevaluatedItems`, references out of the schema or into the middle of it, and formats other than `email`, `uri`, `uuid`,
 * `date-time`, `date`, `time`, `duration`, `hostname`, `ipv4` and `ipv6`.
 *
 * A schema may be a stranger's, so a `pattern` never runs: a short one can keep a page busy for years. The tool checks it.
 * Where a schema has `patternProperties`, keys that `properties` does not name may be there and hold anything.
 */
export interface JsonSchema<Args = Record<string, unknown>> {
  readonly type?: string
  readonly [keyword: string]: unknown
  /** Carries `Args` for TypeScript. Never there at run time. */
  readonly '~args'?: Args
}

/** Kinds of schema for the arguments of a tool. */
export type ToolParameters = StandardSchema | JsonSchema<unknown>

/** The argument of `execute`: the output of the schema. */
export type ToolArguments<Parameters> =
  Parameters extends StandardSchema<unknown, infer Output>
    ? Output
    : Parameters extends JsonSchema<infer Args>
      ? unknown extends Args
        ? Record<string, unknown>
        : Args
      : never

export function isStandardSchema(value: unknown): value is StandardSchema {
  return typeof (value as Partial<StandardSchema> | undefined)?.['~standard']?.validate === 'function'
}

/**
 * Steps of a check, besides four for each character of the arguments. A step holds one part of the schema against one part
 * of the arguments.
 */
const SPARE_WORK = 50_000
/** References that may follow each other without moving on in the arguments. */
const MAX_CHAIN = 100

/**
 * Makes sure that `value` can be checked against `schema` in a short time. A few lines of references that double each
 * other, or that lead in a circle, would keep any checker busy for ever.
 *
 * @throws Error that says so.
 */
export function assertSchemaWork(schema: object, value: unknown): void {
  const root: JsonObject = { ...schema }
  let left = SPARE_WORK + 4 * JSON.stringify(value).length

  const visit = (part: unknown, held: unknown, chain: number): void => {
    if (left-- <= 0) throw new Error('its parts multiply each other, and checking would not end')
    if (!isRecord(part)) return
    if (chain > MAX_CHAIN) throw new Error('its references lead in a circle, or too far')
    const { $ref, allOf, anyOf, oneOf, propertyNames, contains } = part
    if (typeof $ref === 'string') visit(refTarget(root, $ref), held, chain + 1)
    for (const branches of [allOf, anyOf, oneOf])
      if (Array.isArray(branches)) for (const branch of branches) visit(branch, held, chain + 1)
    if (typeof held !== 'object' || held === null) return
    if (Array.isArray(held))
      held.forEach((item, at) => {
        visit(contains, item, 0)
        visit(itemSchema(part, at), item, 0)
      })
    else
      for (const [key, inner] of Object.entries(held)) {
        visit(propertyNames, key, 0)
        visit(propertySchema(part, key), inner, 0)
      }
  }
  visit(root, value, 0)
}

/** The target of a local reference: the whole schema, or one of its definitions. */
export function refTarget(root: JsonObject, ref: string): unknown {
  const [, name] = ref.slice(1).split('/').filter(Boolean)
  const definitions = root['$defs'] ?? root['definitions']
  if (name === undefined) return root
  const key = name.replaceAll('~1', '/').replaceAll('~0', '~')
  return isRecord(definitions) && Object.hasOwn(definitions, key) ? definitions[key] : undefined
}

/** The schema of the item at a place. */
export function itemSchema({ prefixItems, items, additionalItems }: JsonObject, at: number): unknown {
  const places = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : []
  return at < places.length ? places[at] : Array.isArray(items) ? additionalItems : items
}

function propertySchema({ properties, additionalProperties }: JsonObject, key: string): unknown {
  return isRecord(properties) && Object.hasOwn(properties, key) ? properties[key] : additionalProperties
}
