import type { OfferedTool } from '@antiphon/core'

/** A transcript as it is written in a file, mistakes and all. */
export interface RawTranscript {
  messages: readonly unknown[]
  /** From a request body. */
  model?: string
  tools?: readonly OfferedTool[]
  isRequest?: boolean
}

/**
 * Messages out of a JSON array, a request body or JSON lines, not mended in any way. Undefined when the text is none of
 * these, or when none of the entries has a role: then it is another format.
 */
export function rawTranscript(text: string): RawTranscript | undefined {
  const value = parse(text)
  if (Array.isArray(value)) return value.length === 0 || value.some(hasRole) ? { messages: value } : undefined
  if (isRecord(value)) {
    if (hasRole(value)) return { messages: [value] }
    const { messages, model, tools } = value
    if (!Array.isArray(messages) || !messages.some(hasRole)) return undefined
    return {
      messages,
      ...(typeof model === 'string' && { model }),
      ...(Array.isArray(tools) && { tools: tools.filter(isTool) }),
      isRequest: true,
    }
  }
  const lines = text.split('\n').filter((line) => line.trim())
  const messages = value === undefined ? lines.map(parse) : []
  return messages.length > 1 && messages.every(hasRole) ? { messages } : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hasRole(value: unknown): boolean {
  return isRecord(value) && typeof value.role === 'string'
}

function isTool(value: unknown): value is { function: { name: string } } {
  return isRecord(value) && isRecord(value.function) && typeof value.function.name === 'string'
}
