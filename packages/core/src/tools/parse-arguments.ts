import * as z from 'zod'
import type { Tool } from './define-tool.js'

/**
 * Reads the argument text of a call and checks it against the tool's schema. Runs at the end of the stream only: text
 * that parses may be the beginning of something longer (wire-facts 2.5). An empty text counts as no arguments.
 *
 * @throws Error with words that the model can act on.
 */
export async function parseArguments(tool: Tool, text: string): Promise<unknown> {
  const value = parse(text)
  const result = await tool.parameters.safeParseAsync(value).catch((error: unknown) => {
    throw new Error(`The schema of "${tool.name}" failed while checking the arguments: ${String(error)}`)
  })
  if (result.success) return result.data
  throw new Error(`The arguments do not fit the schema of "${tool.name}":\n${z.prettifyError(result.error)}`)
}

function parse(text: string): unknown {
  try {
    return text.trim() === '' ? {} : JSON.parse(text)
  } catch (error) {
    throw new Error(`The arguments are not valid JSON: ${(error as Error).message}. Send one JSON object.`, {
      cause: error,
    })
  }
}
