import { loadPart } from '../errors/load-part.js'
import { parseJson, locateJsonError } from '@antiphon/base'
import { isStandardSchema, type StandardIssue, type StandardSchema } from './schema.js'
import type { Tool } from './types.js'

/** Deeper nesting is an attack or an accident. Viewers and schemas walk values by recursion. */
export const MAX_ARGUMENT_DEPTH = 500

/**
 * Finds JSON that must not reach a tool: a key `__proto__` or a `constructor.prototype` (a careless merge would change the
 * prototype of every object), a number too large for a double, bottomless nesting. Returns the fault in words, or
 * undefined.
 */
function inspectArguments(value: unknown): string | undefined {
  const pending: { value: unknown; depth: number }[] = [{ value, depth: 1 }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (typeof next.value === 'number' && !Number.isFinite(next.value))
      return 'A number in them is too large.'
    if (typeof next.value !== 'object' || next.value === null) continue
    if (next.depth > MAX_ARGUMENT_DEPTH) return `They are nested deeper than ${MAX_ARGUMENT_DEPTH} levels.`
    for (const [key, inner] of Object.entries(next.value)) {
      if (key === '__proto__') return 'The key "__proto__" is not accepted.'
      if (
        key === 'constructor' &&
        typeof inner === 'object' &&
        inner !== null &&
        Object.hasOwn(inner, 'prototype')
      ) {
        return 'The key "constructor" with a "prototype" is not accepted.'
      }
      pending.push({ value: inner, depth: next.depth + 1 })
    }
  }
  return undefined
}

/**
 * A frozen copy of checked arguments: no screen, gate or other tool can change them. Plain objects and arrays are copied
 * and frozen all the way down (an object without a prototype gets the usual one). Other values that a schema made, such as
 * a `Date`, are passed as they are.
 */
export function freezeArguments(value: unknown): unknown {
  const copies = new Map<object, object>()
  const copy = (from: unknown): unknown => {
    if (!isPlain(from)) return from
    const known = copies.get(from)
    if (known) return known
    const to: object = Array.isArray(from) ? [] : {}
    copies.set(from, to)
    for (const [key, inner] of Object.entries(from)) {
      Object.defineProperty(to, key, { value: copy(inner), enumerable: true })
    }
    if (Array.isArray(from)) (to as unknown[]).length = from.length
    return Object.freeze(to)
  }
  return copy(value)
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null
}

const readers = new WeakMap<object, StandardSchema>()
/** Only tools with JSON Schema as plain data need it. */
const loadReader = () => loadPart(() => import('./json-schema.js'))

/**
 * Loads the code that checks the arguments of these tools, so that it is there before the first call.
 *
 * @throws ChatError `load_failed`, see `loadPart`.
 */
export async function loadSchemas(tools: readonly Tool[]): Promise<void> {
  if (tools.some(({ parameters }) => !isStandardSchema(parameters))) await loadReader()
}

/**
 * Checks a value against the tool's schema. Returns the output of the schema, frozen; the tool gets exactly that. An object or a
 * list that the model wrote as a text of JSON is read as one where the schema does not take the text.
 *
 * @throws Error with words that the model can act on.
 */
export async function validateArguments(tool: Tool, value: unknown): Promise<unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const kind = value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`
    throw new Error(`The arguments must be one JSON object, not ${kind}.`)
  }
  const problem = inspectArguments(value)
  if (problem) throw new Error(`The arguments are not accepted. ${problem}`)
  const result = await check(tool, value)
  if (!result.issues) return freezeArguments(result.value)
  const opened = openTexts(value, result.issues)
  const again = opened !== value && !inspectArguments(opened) ? await check(tool, opened) : result
  if (!again.issues) return freezeArguments(again.value)
  throw new Error(`The arguments do not fit the schema of "${tool.name}":\n${issueText(result.issues)}`)
}

/** The arguments where each object or list that was written as a text of JSON is one, at the places that do not fit the schema. */
function openTexts(value: unknown, issues: readonly StandardIssue[]): unknown {
  const open = (held: unknown, path: readonly PropertyKey[]): unknown => {
    if (path.length === 0) {
      const inner = typeof held === 'string' ? parseJson(held) : undefined
      return typeof inner === 'object' && inner !== null ? inner : held
    }
    const [key, ...rest] = path
    if (held == null || !Object.hasOwn(held, key!)) return held
    const before = (held as Record<PropertyKey, unknown>)[key!]
    const after = open(before, rest)
    if (after === before) return held
    return Array.isArray(held) ? held.with(Number(key), after) : { ...held, [key!]: after }
  }
  const pathOf = ({ path = [] }: StandardIssue) =>
    path.map((step) => (typeof step === 'object' ? step.key : step))
  return issues.reduce((opened, issue) => open(opened, pathOf(issue)), value)
}

async function check(tool: Tool, value: unknown) {
  try {
    const schema = await schemaOf(tool)
    // zod asks with "in" whether a key is there, and every object has a "constructor".
    const given = '_zod' in schema ? withoutPrototypes(value) : value
    return await schema['~standard'].validate(given)
  } catch (error) {
    throw new Error(`The schema of "${tool.name}" failed while checking the arguments: ${String(error)}`, {
      cause: error,
    })
  }
}

/** The schema for a tool of plain JavaScript that has none. */
const ANY_OBJECT = {}

async function schemaOf(tool: Partial<Tool>): Promise<StandardSchema> {
  const parameters = tool.parameters ?? ANY_OBJECT
  if (isStandardSchema(parameters)) return parameters
  const { readJsonSchema } = await loadReader()
  const reader = readers.get(parameters) ?? readJsonSchema(parameters)
  readers.set(parameters, reader)
  return reader
}

/** A copy of plain data whose objects have the keys that are in the data and no other. */
function withoutPrototypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPrototypes)
  if (!isPlain(value)) return value
  const bare = Object.create(null) as Record<string, unknown>
  for (const [key, inner] of Object.entries(value)) bare[key] = withoutPrototypes(inner)
  return bare
}

function issueText(issues: readonly StandardIssue[]): string {
  return issues
    .map(({ message, path = [] }) => {
      const place = path.map((step) => String(typeof step === 'object' ? step.key : step)).join('.')
      return place ? `${place}: ${message}` : message
    })
    .join('\n')
}

/** Characters. No model writes more. */
export const MAX_ARGUMENT_LENGTH = 16_000_000

/**
 * Reads the argument text of a call and checks it against the tool's schema. Returns the frozen value that the tool gets.
 * Runs at the end of the stream only: text that parses may be the beginning of something longer (docs/wire 2.5). An empty
 * text counts as no arguments.
 *
 * @throws Error with words that the model can act on.
 */
export async function parseArguments(tool: Tool, text: string): Promise<unknown> {
  return validateArguments(tool, parse(text))
}

function parse(text: string): unknown {
  if (text.length > MAX_ARGUMENT_LENGTH) {
    throw new Error(
      `The arguments are ${text.length} characters long; ${MAX_ARGUMENT_LENGTH} is the most that is read.`,
    )
  }
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`The arguments are not valid JSON: ${reasonOf(text, error)} Send one JSON object.`, {
      cause: error,
    })
  }
}

function reasonOf(text: string, error: unknown): string {
  const place = locateJsonError(text)
  if (!place) return `${String(error)}.`
  const { position, expected } = place
  const char = text[position]
  if (char === undefined) return `the text ends at position ${position}, where ${expected} was expected.`
  return `${JSON.stringify(char)} at position ${position}, where ${expected} was expected.`
}
