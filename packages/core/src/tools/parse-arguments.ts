import * as z from 'zod'
import type { Tool } from './define-tool.js'

/** Arguments that fit the schema, or words that the model can act on. */
export type ParsedArguments = { ok: true; value: unknown } | { ok: false; message: string }

/**
 * Reads the argument text of a call and checks it against the tool's schema. Runs at the end of the stream only: text
 * that parses may be the beginning of something longer (wire-facts 2.5). An empty text counts as no arguments.
 */
export async function parseArguments(tool: Tool, text: string): Promise<ParsedArguments> {
  let value: unknown
  try {
    value = text.trim() === '' ? {} : JSON.parse(text)
  } catch (error) {
    return {
      ok: false,
      message: `The arguments are not valid JSON: ${(error as Error).message}. Send one JSON object.`,
    }
  }
  try {
    const result = await tool.parameters.safeParseAsync(value)
    if (result.success) return { ok: true, value: result.data }
    return {
      ok: false,
      message: `The arguments do not fit the schema of "${tool.name}":\n${z.prettifyError(result.error)}`,
    }
  } catch (error) {
    return {
      ok: false,
      message: `The schema of "${tool.name}" failed while checking the arguments: ${String(error)}`,
    }
  }
}
