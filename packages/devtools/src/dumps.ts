import { isRecord, type JsonObject, parseJson, compact, bytesToBase64 } from '@antiphon/base'
import { isCapture, readCaptureFile, type CaptureOptions } from './capture-file.js'
import { exchangeOf } from './exchange.js'
import { answerSettings, cutLines, isLineEnd, LF, shapeOf } from './read-wire.js'
import { createTimeline } from './timeline.js'
import type { CaptureFile, WireExchange, WireRequest, WireResponse } from './types.js'

/** The kind of a pasted text or an opened file. */
export type Dump =
  | ({ kind: 'capture' } & CaptureFile)
  /** A response: events, JSON lines, one completion or an error. Without times. */
  | { kind: 'response'; exchange: WireExchange }
  /** A request body. */
  | { kind: 'request'; body: JsonObject; messages: readonly unknown[] }
  | { kind: 'messages'; messages: readonly unknown[] }

/** Ms between the pieces of a response without times, so that it can be played. */
const PACE = 30

/**
 * Finds the kind of a text: a capture file, an array of messages, a request body, or a recorded response. Everything else
 * counts as a response, because the reader accepts anything.
 *
 * @throws CaptureError for a capture file that is damaged or too new.
 */
export function readDump(text: string, options?: CaptureOptions): Dump {
  const value = parseJson(text)
  if (isCapture(value)) return { kind: 'capture', ...readCaptureFile(value, options) }
  if (Array.isArray(value) && value.length > 0 && value.every(isMessage))
    return { kind: 'messages', messages: value }
  if (isRecord(value) && Array.isArray(value.messages) && !Array.isArray(value.choices))
    return { kind: 'request', body: value, messages: value.messages }
  return { kind: 'response', exchange: responseOf(text) }
}

/** A response from its bytes or text alone, in pieces as a server writes them. */
export function responseOf(body: string | Uint8Array, known: Partial<WireExchange> = {}): WireExchange {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const pieces = pacedPieces(bytes)
  return exchangeOf(bytes, { pieces, ...known })
}

/** One piece per event of a stream, one per line of anything else. */
function pacedPieces(bytes: Uint8Array): { at: number; bytes: Uint8Array }[] {
  const isStream = shapeOf(bytes) === 'events'
  const pieces: { at: number; bytes: Uint8Array }[] = []
  let start = 0
  let offset = 0
  /** Bytes of content since the last piece: an empty line behind some ends an event. */
  let content = false
  for (const line of cutLines(bytes, 'events')) {
    offset += line.length
    const isEmpty = isLineEnd(line)
    const isLast = offset === bytes.length
    if (isLast && !content && isEmpty && pieces.length > 0) {
      // Empty lines behind the last event.
      const last = pieces.pop()!
      const from = start - last.bytes.length
      pieces.push({ at: last.at, bytes: bytes.subarray(from) })
    } else if (isLast || (isStream ? isEmpty && content && bytes[offset] !== LF : !isEmpty)) {
      pieces.push({ at: pieces.length * PACE, bytes: bytes.subarray(start, offset) })
      start = offset
      content = false
    } else content ||= !isEmpty
  }
  return pieces
}

/** Streams are pasted as arrays of chunks too; only messages have a role. */
function isMessage(value: unknown): boolean {
  return isRecord(value) && typeof value.role === 'string'
}

/** A request as a shell command. It has `$API_KEY` in place of the key, and the shell fills it in. */
export function toCurl({ method, url, headers, body }: WireRequest): string {
  const lines = [`curl -N ${quote(url.replaceAll('=redacted', '=$API_KEY'), url.includes('=redacted'))}`]
  if (method !== 'POST') lines.push(`-X ${quote(method)}`)
  for (const [name, value] of Object.entries(headers)) {
    const isSecret = value === '[redacted]'
    const scheme = name.toLowerCase() === 'authorization' ? 'Bearer ' : ''
    lines.push(`-H ${quote(`${name}: ${isSecret ? `${scheme}$API_KEY` : value}`, isSecret)}`)
  }
  lines.push(`--data-raw ${quote(body)}`)
  return lines.join(' \\\n  ')
}

/** In single quotes nothing is special but the quote itself; in double ones a variable is filled in. */
function quote(text: string, withVariable = false): string {
  if (withVariable) return `"${text.replace(/["\\`]|\$(?!API_KEY)/g, '\\$&')}"`
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/**
 * A test made from an exchange, as source text: the bytes as they came, read again, and the expected answer. Times are left
 * out, so that it gives the same result every day.
 */
export function toTestFixture(exchange: WireExchange): string {
  const { startedAt: _, ...untimed } = exchange
  const { origin, errorContext } = exchange.reading
  const { startedAt: __, request: ___, ...asked } = origin ?? {}
  const reading = compact({
    ...answerSettings(exchange.reading),
    errorContext,
    origin: Object.keys(asked).length > 0 ? asked : undefined,
  })
  const timeline = createTimeline({ ...untimed, reading, end: { how: 'ended', at: 0 } })
  const { message, outcome } = timeline.completion!
  const { response } = exchange
  const about = [exchange.question?.model ?? message.model, errorContext?.host].filter(Boolean).join(' at ')
  const { api } = reading
  const isOther = api !== undefined && api !== 'chat'
  const settings = isOther ? `{ ...${json(reading)}, createEvents: wireReaders.${api} }` : json(reading)
  const options = Object.keys(reading).length > 0 ? `, ${settings}` : ''
  return `${isOther ? `import { wireReaders } from '@antiphon/wires/read'\n` : ''}${IMPORTS}
${bodySource(exchange.body.slice())}

test(${json(`reads the answer of ${about || 'a recorded stream'}`)}, async () => {
  const source = ${response ? responseSource(response) : 'body'}
  const { message, outcome } = await collectCompletion(source${options})
  expect(outcome).toBe(${json(outcome)})
  expect(message).toEqual(${json(message)})
})
`
}

const IMPORTS = "import { collectCompletion } from '@antiphon/core'\nimport { expect, test } from 'vitest'\n"

/** Headers that are of no use to the reader of an answer. */
const IDLE_HEADERS =
  /^(?:date|connection|keep-alive|transfer-encoding|content-length|access-control-.+|vary|server|alt-svc|strict-.+)$/

function responseSource({ status, statusText, headers }: WireResponse): string {
  const kept = Object.entries(headers).filter(([name]) => !IDLE_HEADERS.test(name))
  const options = { status, statusText: statusText || undefined, headers: Object.fromEntries(kept) }
  return `new Response(body, ${json(options)})`
}

/** As text, line by line, where it is text. */
function bodySource(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    const lines = text.split(/(?<=\n)/).map((line) => `  ${json(line)},`)
    return `const body = [\n${lines.join('\n')}\n].join('')`
  } catch {
    return `// Not all of it is text.
const body = Uint8Array.from(atob(${json(bytesToBase64(bytes))}), (char) => char.charCodeAt(0))`
  }
}

/** JSON is JavaScript, but for the zero below zero, which logprobs have and JSON is not given. */
function json(value: unknown): string {
  const text = JSON.stringify(value, (_, one: unknown) => (Object.is(one, -0) ? MINUS_ZERO : one), 2)
  return text.replaceAll(JSON.stringify(MINUS_ZERO), '-0').replaceAll('\n', '\n  ')
}

const MINUS_ZERO = '\0-0'
