import { locateJsonError } from './locate-json-error.js'
import type { Tool } from './tool-types.js'
import { validateArguments } from './validate-arguments.js'

/** Characters. More is not something a model wrote. */
export const MAX_ARGUMENT_LENGTH = 16_000_000

/**
 * Reads the argument text of a call and checks it against the tool's schema; returns what the tool will be given,
 * frozen. Runs at the end of the stream only: text that parses may be the beginning of something longer (wire-facts
 * 2.5). An empty text counts as no arguments.
 *
 * @throws Error with words that the model can act on.
 */
export async function parseArguments(tool: Tool, text: string): Promise<unknown> {
  return validateArguments(tool, parse(text))
}

function parse(text: string): unknown {
  if (text.length > MAX_ARGUMENT_LENGTH) {
    throw new Error(
      `The arguments are ${text.length} characters long; ${MAX_ARGUMENT_LENGTH} is the most that is read.`,
    )
  }
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`The arguments are not valid JSON: ${reasonOf(text, error)} Send one JSON object.`, {
      cause: error,
    })
  }
}

function reasonOf(text: string, error: unknown): string {
  const place = locateJsonError(text)
  if (!place) return `${String(error)}.`
  const { position, expected } = place
  const char = text[position]
  if (char === undefined) return `the text ends at position ${position}, where ${expected} was expected.`
  return `${JSON.stringify(char)} at position ${position}, where ${expected} was expected.`
}
