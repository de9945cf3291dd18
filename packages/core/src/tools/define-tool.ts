import type { ToolDefinition } from '../provider/request/types.js'
import { type JsonSchema, type ToolArguments, type ToolParameters, toolJsonSchema } from './schema.js'
import type { ApprovalRule, ToolContext, Tool } from './types.js'

export interface ToolOptions<Parameters extends ToolParameters = ToolParameters, Result = unknown> {
  /** 1 to 64 letters, digits, `_` or `-`. */
  name: string
  /** What the tool does and when to use it; the model reads this. */
  description: string
  /**
   * Arguments are checked with this before `execute` runs, and offered to the model as JSON Schema. A zod schema, any
   * other Standard Schema (one that cannot write itself as JSON Schema needs `jsonSchema` beside it), or JSON Schema
   * as plain data (see `JsonSchema` for what of it is checked).
   */
  parameters: Parameters
  /** What the model is offered, when `parameters` cannot say it or says it badly. Checks nothing. */
  jsonSchema?: JsonSchema<unknown>
  /**
   * Runs the call with the checked arguments, which are frozen: what was shown for approval is what runs. A string
   * becomes the content of the result as it is; `{ content, details? }` gives parts; a `Blob` or bytes become a file or
   * an image; anything else is written as JSON once and kept as `details`. Throw to fail: the message goes to the model
   * and to the screen. Leave it out for a tool that is answered from outside with `chat.addToolResult`.
   */
  execute?: (args: ToolArguments<Parameters>, context: ToolContext) => Result | Promise<Result>
  /** `sequential`: a batch with this tool in it runs one call at a time. Default `parallel`. */
  executionMode?: 'parallel' | 'sequential'
  /** Whether a person is asked before a call runs. Default `never`. Needs `execute`. */
  approval?: ApprovalRule<ToolArguments<Parameters>>
  /** What it does cannot be undone: its calls can be allowed once, never for the whole chat. Default false. */
  destructive?: boolean
  /** Milliseconds a call may take before it is aborted and answered with a failure. Default: the chat's `toolTimeout`. */
  timeout?: number
  /**
   * Characters of a result that the model gets to read, of all its parts together; the rest is cut, with words that say
   * so. Default 200,000. Pictures, sound and files may have 10 MB together, which is not to be set.
   */
  maxResultLength?: number
}

/**
 * Declares a tool that the model may call. The argument type of `execute` and of `approval` follows from the schema.
 *
 * @throws TypeError when the name is one that providers refuse, or when there is a rule for running but nothing to run.
 */
export function defineTool<Parameters extends ToolParameters, Result>(
  options: ToolOptions<Parameters, Result>,
): ToolOptions<Parameters, Result> {
  const { name, approval = 'never', execute } = options
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) {
    throw new TypeError(
      `"${name}" cannot be the name of a tool: providers accept 1 to 64 letters, digits, "_" and "-".`,
    )
  }
  if (!execute && approval !== 'never') {
    throw new TypeError(
      `The tool "${name}" has an approval rule but no execute: calls without execute wait for addToolResult anyway.`,
    )
  }
  return options
}

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
