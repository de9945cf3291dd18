import * as z from 'zod'
import { freezeArguments } from './freeze-arguments.js'
import { inspectArguments } from './inspect-arguments.js'
import { isStandardSchema, type StandardIssue, type StandardSchema } from './standard-schema.js'
import type { Tool } from './tool-types.js'

const UNREADABLE =
  /^(not|if|then|else|dependentSchemas|dependentRequired|unevaluatedProperties|unevaluatedItems)$/
const readers = new WeakMap<object, StandardSchema>()

/**
 * Checks a value against the tool's schema and returns what the tool will be given: the output of the schema, frozen.
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
  throw new Error(`The arguments do not fit the schema of "${tool.name}":\n${issueText(result.issues)}`)
}

async function check(tool: Tool, value: unknown) {
  try {
    return await schemaOf(tool)['~standard'].validate(value)
  } catch (error) {
    throw new Error(`The schema of "${tool.name}" failed while checking the arguments: ${String(error)}`, {
      cause: error,
    })
  }
}

function schemaOf({ parameters }: Tool): StandardSchema {
  if (isStandardSchema(parameters)) return parameters
  let reader = readers.get(parameters)
  if (!reader) readers.set(parameters, (reader = readJsonSchema(parameters)))
  return reader
}

function readJsonSchema(schema: object): StandardSchema {
  const read = (from: unknown): StandardSchema =>
    z.fromJSONSchema({ type: 'object', ...(from as Record<string, never>) })
  try {
    return read(schema)
  } catch {
    return read(withoutUnreadable(schema))
  }
}

/** Without the keywords that zod's reader refuses; see `JsonSchema` for what that means. Data below is not touched. */
function withoutUnreadable(schema: unknown, names = false): unknown {
  if (Array.isArray(schema)) return schema.map((entry) => withoutUnreadable(entry))
  if (typeof schema !== 'object' || schema === null) return schema
  const ref = (schema as { $ref?: unknown }).$ref
  if (!names && typeof ref === 'string' && !ref.startsWith('#')) return {}
  const kept = Object.entries(schema).filter(([key]) => names || !UNREADABLE.test(key))
  return Object.fromEntries(
    kept.map(([key, entry]) => {
      if (!names && /^(enum|const|default|examples|required)$/.test(key)) return [key, entry]
      const holdsNames = !names && /^(properties|patternProperties|\$defs|definitions)$/.test(key)
      return [key, withoutUnreadable(entry, holdsNames)]
    }),
  )
}

function issueText(issues: readonly StandardIssue[]): string {
  return issues
    .map(({ message, path = [] }) => {
      const place = path.map((step) => String(typeof step === 'object' ? step.key : step)).join('.')
      return place ? `${place}: ${message}` : message
    })
    .join('\n')
}
