import {
  TOOL_OUTCOME_KEY,
  type Timing,
  type ToolCall,
  type ToolMessage,
  type ToolOutcome,
} from '../message/types.js'
import { fileParts, isFileResult } from './file-result.js'
import { limitContent } from './limit-content.js'
import { cutText, MAX_DETAILS_LENGTH, MAX_RESULT_LENGTH, serialiseResult } from './serialise-result.js'
import type { ToolContent } from './tool-types.js'

/** What the model reads after a tool that returned undefined: an empty result looks like a lost one. */
export const NOTHING_RETURNED = 'The tool ran and returned nothing.'

/** Under `metadata` of a tool message: the JSON of the arguments that ran, when a person changed them. */
export const CHANGED_ARGUMENTS_KEY = 'antiphon.arguments'

export interface ResultOptions {
  timing?: Timing
  /** Characters that the model gets to read, of all parts together. Default 200,000. */
  maxLength?: number
}

/**
 * The message that answers `call` with what its tool returned. Text as it is, also when it is empty; 0, false and null
 * as JSON; undefined as words; parts and files as parts; everything else as JSON, with the value itself in `details`.
 * What cannot be written becomes a failure in words; what is too large is cut or left out, with words. Never rejects.
 */
export async function toolResult(
  call: ToolCall,
  value: unknown,
  options: ResultOptions = {},
): Promise<ToolMessage> {
  try {
    return withContent(call, await readResult(value), options)
  } catch (error) {
    return toolFailure(call, 'failed', thrownText(error), options)
  }
}

/** The message that answers `call` when it did not run or did not succeed. The model reads `content`. */
export function toolFailure(
  call: ToolCall,
  outcome: ToolOutcome,
  content: string,
  options: ResultOptions = {},
): ToolMessage {
  const metadata = { [TOOL_OUTCOME_KEY]: outcome }
  return { ...withContent(call, { content }, options), isError: true, metadata }
}

/**
 * Tells the model that the call ran with other arguments than it wrote; its own stay in the call. The screen finds the
 * new ones in `metadata`.
 */
export function noteChange(result: ToolMessage, argumentsText: string): ToolMessage {
  const note = `The user changed the arguments of this call to ${cutText(argumentsText, 2_000)}. Its result:\n`
  const { content } = result
  return {
    ...result,
    content: typeof content === 'string' ? note + content : [{ type: 'text', text: note }, ...content],
    metadata: { [CHANGED_ARGUMENTS_KEY]: argumentsText, ...result.metadata },
  }
}

/** What a thrown value says, whatever was thrown. */
export function thrownText(error: unknown): string {
  const nothing = 'The tool failed without saying why.'
  try {
    if (error instanceof Error) return error.message || error.name
    const text = typeof error === 'string' ? error : error == null ? '' : serialiseResult(error)
    return text || nothing
  } catch {
    return nothing
  }
}

async function readResult(value: unknown): Promise<ToolContent> {
  if (typeof value === 'string') return { content: value }
  if (value === undefined) return { content: NOTHING_RETURNED }
  if (value instanceof Error) throw value
  if (isFileResult(value)) return { content: await fileParts(value) }
  if (isToolContent(value)) {
    const { content, details, isError } = value
    return { content, isError, ...(details !== undefined && { details: kept(serialiseResult(details)) }) }
  }
  const content = serialiseResult(value)
  return { content, details: kept(content) }
}

/** Read back from its text, so that no later change of the tool's own object reaches the thread. */
function kept(json: string): unknown {
  return json.length <= MAX_DETAILS_LENGTH ? JSON.parse(json) : undefined
}

function withContent(
  call: ToolCall,
  { content, details, isError }: ToolContent,
  { timing, maxLength = MAX_RESULT_LENGTH }: ResultOptions,
): ToolMessage {
  const message: ToolMessage = {
    role: 'tool',
    tool_call_id: call.id,
    content: limitContent(content, maxLength),
    toolName: call.function.name,
  }
  if (details !== undefined) message.details = details
  if (isError) message.isError = true
  if (timing) message.timing = timing
  return message
}

function isToolContent(value: unknown): value is ToolContent {
  if (typeof value !== 'object' || value === null) return false
  const { content } = value as { content?: unknown }
  return (
    (typeof content === 'string' || (Array.isArray(content) && content.every(isPart))) &&
    Object.keys(value).every((key) => /^(content|details|isError)$/.test(key))
  )
}

function isPart(part: unknown): boolean {
  return typeof part === 'object' && part !== null && typeof (part as { type?: unknown }).type === 'string'
}
