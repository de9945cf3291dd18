import * as z from 'zod'
import type { ToolDefinition } from '../request/request-types.js'
import type { Tool } from './define-tool.js'

const cache = new WeakMap<Tool, ToolDefinition>()

/** The tool as it is offered to the model: its zod schema as JSON Schema, of what the model must write (its input). */
export function toolDefinition(tool: Tool): ToolDefinition {
  let definition = cache.get(tool)
  if (!definition) {
    const { $schema: _, ...parameters } = z.toJSONSchema(tool.parameters, {
      io: 'input',
      unrepresentable: 'any',
    })
    definition = {
      type: 'function',
      function: { name: tool.name, description: tool.description, parameters },
    }
    cache.set(tool, definition)
  }
  return definition
}
