import type { ToolDefinition } from '../request/request-types.js'
import { toolJsonSchema } from './tool-json-schema.js'
import type { Tool } from './tool-types.js'

const cache = new WeakMap<Tool, ToolDefinition>()

/**
 * The tool as it is offered to the model.
 *
 * @throws TypeError when its schema cannot be written as JSON Schema.
 */
export function toolDefinition(tool: Tool): ToolDefinition {
  let definition = cache.get(tool)
  if (!definition) {
    definition = {
      type: 'function',
      function: { name: tool.name, description: tool.description, parameters: toolJsonSchema(tool) },
    }
    cache.set(tool, definition)
  }
  return definition
}
