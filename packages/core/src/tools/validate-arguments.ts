import { freezeArguments } from './freeze-arguments.js'
import { inspectArguments } from './inspect-arguments.js'
import { readJsonSchema } from './read-json-schema.js'
import { isStandardSchema, type StandardIssue, type StandardSchema } from './standard-schema.js'
import type { Tool } from './tool-types.js'

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
    const schema = schemaOf(tool)
    // zod asks with "in" whether a key is there, and every object has a "constructor".
    const given = schema === tool.parameters && !('_zod' in schema) ? value : withoutPrototypes(value)
    return await schema['~standard'].validate(given)
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

/** A copy of plain data whose objects have the keys that are in the data and no other. */
function withoutPrototypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPrototypes)
  if (typeof value !== 'object' || value === null) return value
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
