import * as z from 'zod'
import { isStandardSchema } from './standard-schema.js'
import type { Tool } from './tool-types.js'

/**
 * The JSON Schema that a tool is offered with: the one given beside it, else written by the schema itself, of what the
 * model must write (its input).
 *
 * @throws TypeError when the schema has no way to say it.
 */
export function toolJsonSchema(tool: Tool): Record<string, unknown> {
  const { $schema: _, '~args': __, ...schema } = (tool.jsonSchema ?? written(tool)) as Record<string, unknown>
  return { type: 'object', ...schema }
}

function written({ name, parameters }: Tool): object {
  if (!isStandardSchema(parameters)) return parameters
  if (isZod(parameters)) return z.toJSONSchema(parameters, { io: 'input', unrepresentable: 'any' })
  const converter = parameters['~standard'].jsonSchema
  if (converter) return converter.input({ target: 'draft-2020-12' })
  throw new TypeError(
    `The schema of the tool "${name}" (${parameters['~standard'].vendor}) cannot be written as JSON Schema. Give it as "jsonSchema" beside "parameters".`,
  )
}

function isZod(schema: object): schema is z.ZodType {
  return '_zod' in schema
}
