import type { ToolDefinition } from '../provider/request/types.js'
import type { JsonSchema, ToolArguments, ToolParameters } from './schema.js'
import type { ApprovalRule, ToolContext, Tool } from './types.js'
import { toolJsonSchema } from './tool-json-schema.js'

/** A tool as `defineTool` takes it: the type of its arguments follows from `parameters`. */
export interface ToolOptions<Parameters extends ToolParameters = ToolParameters, Result = unknown> {
  /** Any text. Where a server takes only some characters or lengths, the tool leaves under a name that fits, and its calls get this one back. */
  name: string
  /**
   * Name for people, in place of the tool's own: a text, or one made of the arguments and the language (BCP 47) of the page. The model
   * does not read it. The arguments are as the model wrote them, not checked, and `{}` while they are being written. Default: the
   * name.
   */
  title?: string | ((args: Partial<ToolArguments<Parameters>>, locale: string) => string)
  /** Tells the model what the tool does and when to use it. */
  description: string
  /**
   * Arguments are checked with this before `execute` runs, and offered to the model as JSON Schema. A zod schema, any other
   * Standard Schema (if it cannot be written as JSON Schema, add `jsonSchema`), or JSON Schema as plain data (`JsonSchema`
   * says which of its rules are checked).
   */
  parameters: Parameters
  /** JSON Schema for the model, when `parameters` cannot be written as one or reads badly. It checks nothing. */
  jsonSchema?: JsonSchema<unknown>
  /**
   * Runs the call with the checked arguments, which are frozen: what was shown for approval is what runs. A string
   * becomes the content of the result as it is; `{ content, details? }` gives parts; a `Blob` or bytes become a file or
   * an image, and the model reads the text of a text file. It does not read the text of a `Blob` among the parts of `content`.
   * Anything else is written as JSON once and kept as `details`. Throw to fail: the message goes to the model and to the
   * screen. Leave it out for a tool that is answered from outside with `chat.addToolResult`.
   */
  execute?: (args: ToolArguments<Parameters>, context: ToolContext) => Result | Promise<Result>
  /** `sequential`: a batch with this tool in it runs one call at a time. Default `parallel`. */
  executionMode?: 'parallel' | 'sequential'
  /** Whether a person is asked before a call runs. Default `never`. Needs `execute`. */
  approval?: ApprovalRule<ToolArguments<Parameters>>
  /** Its effect cannot be undone. A person can allow its calls one by one, never for the whole chat. Default false. */
  destructive?: boolean
  /** Milliseconds a call may take before it is aborted and answered with a failure; 0 or `Infinity` for no limit. Default: the chat's `toolTimeout`. */
  timeout?: number
  /**
   * Characters of a result that the model reads, in all its parts together. The rest is cut, and words say so. Default
   * 200,000. Pictures, sound and files may have 10 MB together; that limit is fixed.
   */
  maxResultLength?: number
}

/**
 * Declares a tool that the model may call. The argument type of `execute` and of `approval` follows from the schema.
 *
 * @throws TypeError when the name is missing, or when the tool has an approval rule but no `execute`.
 */
export function defineTool<Parameters extends ToolParameters, Result>(
  options: ToolOptions<Parameters, Result>,
): ToolOptions<Parameters, Result> {
  const { name, approval = 'never', execute } = options
  if (!name) throw new TypeError('A tool needs a name.')
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
