import type * as z from 'zod'
import type { ContentPart } from '../message/types.js'

/** What a tool is given besides its arguments. */
export interface ToolContext {
  /** Wire id of the call. Not unique in a thread. */
  callId: string
  /** Our own key of the call: unique in a thread. */
  callKey: string
  /** Aborted when the user stops. */
  signal: AbortSignal
  /** Shows progress while the tool runs. Any value; the latest is kept. */
  report(progress: unknown): void
}

export interface ToolOptions<Schema extends z.ZodType = z.ZodType, Result = unknown> {
  /** 1 to 64 letters, digits, `_` or `-`. */
  name: string
  /** What the tool does and when to use it; the model reads this. */
  description: string
  /** Arguments are validated with this schema before `execute` runs, and offered to the model as JSON Schema. */
  parameters: Schema
  /**
   * Runs the call. A string becomes the result's content as it is; anything else is kept as `details` and sent as
   * JSON. Throw to fail: the message goes to the model and to the screen. Leave it out for a tool that is answered from
   * outside with `chat.addToolResult`.
   */
  execute?: (args: z.output<Schema>, context: ToolContext) => Result | Promise<Result>
  /** `sequential`: a batch with this tool in it runs one call at a time. Default `parallel`. */
  executionMode?: 'parallel' | 'sequential'
}

/** A tool of any schema, as a list of tools holds it. */
export interface Tool {
  name: string
  description: string
  parameters: z.ZodType
  execute?: (args: never, context: ToolContext) => unknown
  executionMode?: 'parallel' | 'sequential'
}

/** A result with parts (an image, a file) instead of text. */
export interface ToolContent {
  content: string | ContentPart[]
  details?: unknown
  isError?: boolean
}

/**
 * Declares a tool that the model may call. The argument type of `execute` follows from the schema.
 *
 * @throws TypeError when the name is one that providers refuse.
 */
export function defineTool<Schema extends z.ZodType, Result>(
  options: ToolOptions<Schema, Result>,
): ToolOptions<Schema, Result> {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(options.name)) {
    throw new TypeError(
      `"${options.name}" cannot be the name of a tool: providers accept 1 to 64 letters, digits, "_" and "-".`,
    )
  }
  return options
}
