import { isJsonPrefix } from '@antiphon/base'
import type { ChatErrorData } from './chat-error.js'
import { extractError, type ErrorContext, excerptOf } from './extract-error.js'
import { redactSecrets } from './secrets.js'

/** The kind of a body, by its content. */
export type BodyKind = 'unknown' | 'sse' | 'json' | 'text'

/** Describes a body that ended without a single choice. */
export interface BodyFacts {
  kind: BodyKind
  /** Events or values read. */
  items: number
  /** At least one of them was a chunk or a completion. */
  sawChunk: boolean
  /** It stopped inside a frame. */
  cut: boolean
  /** The first complete frame that was not JSON. */
  malformed?: string
  /** Its beginning. */
  text: string
}

/** Says what is wrong with a body that held no answer, or undefined when it merely ended early or was empty. */
export function describeBody(body: BodyFacts, context: ErrorContext): ChatErrorData | undefined {
  if (body.kind === 'text') return unexpected('an HTML page', body.text, context)
  if (body.kind === 'json') return describeJson(body, context)
  if (body.sawChunk || body.kind === 'unknown') return undefined
  if (body.malformed !== undefined) return unexpected('events that are not JSON', body.malformed, context)
  if (body.items === 0) return isPlainText(body.text) ? unexpected('text', body.text, context) : undefined
  const payload = body.cut && /^data:(.*)/m.exec(body.text)?.[1]!.trim()
  return payload && !isJsonPrefix(payload) && !'[DONE]'.startsWith(payload)
    ? unexpected('events that are not JSON', payload, context)
    : undefined
}

function describeJson(body: BodyFacts, context: ErrorContext): ChatErrorData | undefined {
  // A cut body may have been an answer, unless it never was JSON.
  if (body.cut) return isJsonPrefix(body.text) ? undefined : unexpected('text', body.text, context)
  if (body.malformed !== undefined && !body.sawChunk) return unexpected('text', body.text, context)
  if (!body.sawChunk) return withKind(extractError(body.text, context))
  // The first chunk of Azure has no choices either; a body of such chunks only was cut.
  if (/"object"\s*:\s*"(?:chat\.completion\.chunk)?"/.test(body.text)) return undefined
  return {
    ...extractError(body.text, context),
    kind: 'empty_response',
    code: 'no_choices',
    message: 'The server answered without any choice. A safety filter may have removed the answer.',
  }
}

function unexpected(what: string, text: string, context: ErrorContext): ChatErrorData {
  const data = extractError(text, context)
  const words = (context.redact ?? redactSecrets)(excerptOf(text))
  return withKind({
    ...data,
    message: `Expected the stream of an answer but the server sent ${what}${
      words ? `: “${words}”` : ' without words'
    }. Is the base URL right?`,
  })
}

/** Without a better word for it, a body that cannot be read is a malformed stream. */
function withKind(data: ChatErrorData): ChatErrorData {
  return data.kind === 'provider' ? { ...data, kind: 'malformed_stream' } : data
}

const FIELDS = ['data', 'event', 'id', 'retry', 'error']

/** True when some line is neither a field of an event stream nor the beginning of one. */
function isPlainText(text: string): boolean {
  return text.split(/\r\n?|\n/).some((line) => {
    const name = line.split(':', 1)[0] ?? ''
    return line.trim() !== '' && !FIELDS.includes(name) && !FIELDS.some((field) => field.startsWith(line))
  })
}
