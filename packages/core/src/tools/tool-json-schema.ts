import type { Tool } from './types.js'
import { isStandardSchema } from './schema.js'

/**
 * The JSON Schema that the model gets: `jsonSchema` if it is given, else the input of `parameters` written as JSON Schema. A
 * tool of plain JavaScript may have neither: it takes any object.
 *
 * @throws TypeError when the schema has no way to say it.
 */
export function toolJsonSchema(tool: Tool): Record<string, unknown> {
  const { $schema: _, '~args': __, ...schema } = (tool.jsonSchema ?? written(tool)) as Record<string, unknown>
  return { type: 'object', ...schema }
}

function written({ name, ...tool }: Partial<Tool>): object {
  const parameters = tool.parameters ?? {}
  if (!isStandardSchema(parameters)) return parameters
  const converter = parameters['~standard'].jsonSchema
  // For zod: a rule that JSON Schema cannot express is left open instead of refused.
  const libraryOptions = { unrepresentable: 'any' }
  if (converter) return converter.input({ target: 'draft-2020-12', libraryOptions })
  throw new TypeError(
    `The schema of the tool "${name}" (${parameters['~standard'].vendor}) cannot be written as JSON Schema. Give it as "jsonSchema" beside "parameters"; zod 4 before 4.2 makes it with z.toJSONSchema(schema).`,
  )
}
