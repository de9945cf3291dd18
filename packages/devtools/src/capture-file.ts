import type { Message } from '@antiphon/core'
import type { ApiName } from '@antiphon/core/provider'
import { base64ToBytes, bytesToBase64, isRecord, listOf, parseJson, type JsonObject } from '@antiphon/base'
import { exchangeOf } from './exchange.js'
import { maskRequestHeaders, maskResponseHeaders, maskUrl } from './masks.js'
import type {
  CaptureFile,
  WireExchange,
  WireReport,
  WireRequest,
  WireResponse,
  WireEnding,
  WireReaders,
  WireReading,
} from './types.js'

/** A record, so that the compiler names a wire that is missing. */
const wires: Record<ApiName, 1> = { chat: 1, responses: 1, messages: 1, gemini: 1, ollama: 1 }
const WIRES = Object.keys(wires) as ApiName[]

/** In each file, so that it can be told from any other JSON. docs/inspector.md describes the format. */
const CAPTURE_FORMAT = 'antiphon.capture'
/** 2 names the wire of each exchange: a reader of 1 would take every answer for one of chat completions. */
const CAPTURE_VERSION = 2

/** A piece as `[ms, text]`, or `[ms, null, base64]` if its bytes alone are not valid text. */
type StoredPiece = [at: number, text: string] | [at: number, text: null, base64: string]

/**
 * The text of a capture file: everything about these exchanges without keys and other secrets, and what is reported of them. It masks
 * headers and addresses again, whoever made the exchanges.
 */
export function writeCapture(exchanges: readonly WireExchange[], report?: WireReport): string {
  const file = {
    format: CAPTURE_FORMAT,
    version: CAPTURE_VERSION,
    report,
    exchanges: exchanges.map(({ body, received, sent, response, ...rest }) => ({
      ...rest,
      ...(sent && { sent: { ...sent, url: maskUrl(sent.url), headers: maskRequestHeaders(sent.headers) } }),
      ...(response && {
        response: { ...response, headers: maskResponseHeaders(Object.entries(response.headers)) },
      }),
      received,
      body: body.pieces.map(({ at, start, end }) => storePiece(at, body.slice(start, end))),
    })),
  }
  return `${JSON.stringify(file, null, 1)}\n`
}

/** Why a file could not be read; `message` says it in words. */
export class CaptureError extends Error {
  override name = 'CaptureError'
}

export function isCapture(value: unknown): boolean {
  return isRecord(value) && value.format === CAPTURE_FORMAT
}

/** How the answers in a capture file are read. */
export interface CaptureOptions {
  /** Without them the answers of other wires than chat completions cannot be read, only their bytes. Default: none. */
  readers?: WireReaders
}

/** The exchanges of a capture file: see `readCaptureFile`. */
export const readCapture = (source: unknown, options?: CaptureOptions): WireExchange[] =>
  readCaptureFile(source, options).exchanges

/**
 * Reads a capture file, as text or parsed. Unknown fields are left out. A field of the wrong type is an error, because half
 * a recording would look like the whole.
 *
 * @throws CaptureError
 */
export function readCaptureFile(source: unknown, { readers = {} }: CaptureOptions = {}): CaptureFile {
  const file = typeof source === 'string' ? parseJson(source) : source
  if (!isRecord(file)) throw new CaptureError('This is not a capture file: it is not a JSON object.')
  if (file.format !== CAPTURE_FORMAT)
    throw new CaptureError(`This is not a capture file: its "format" is not "${CAPTURE_FORMAT}".`)
  if (typeof file.version !== 'number' || file.version > CAPTURE_VERSION)
    throw new CaptureError(
      `This capture file has version ${String(file.version)}; this page reads up to ${CAPTURE_VERSION}. A newer Antiphon can read it.`,
    )
  if (!Array.isArray(file.exchanges))
    throw new CaptureError('This capture file has no list of exchanges in it.')
  const exchanges = file.exchanges.map((entry, index) => readExchange(entry, `exchanges[${index}]`, readers))
  return { exchanges, ...(isRecord(file.report) && { report: readReport(file.report) }) }
}

function readReport({ note, at, messages, versions, settings, redacted }: JsonObject): WireReport {
  return {
    ...(typeof note === 'string' && { note }),
    ...(isRecord(at) &&
      typeof at.exchange === 'string' &&
      typeof at.byte === 'number' && { at: { exchange: at.exchange, byte: at.byte } }),
    ...(Array.isArray(messages) && { messages: messages.filter(isRecord) as unknown as Message[] }),
    ...(isRecord(versions) && { versions: textsOf(versions) }),
    ...(isRecord(settings) && { settings }),
    ...(isRecord(redacted) && {
      redacted: { values: numberOr(redacted.values, 0), places: numberOr(redacted.places, 0) },
    }),
  }
}

function readExchange(entry: unknown, where: string, readers: WireReaders): WireExchange {
  if (!isRecord(entry) || !Array.isArray(entry.body)) throw wrong(where, 'an object with a list "body"')
  let last = 0
  const pieces = entry.body.map((piece: unknown, index) => {
    const read = readPiece(piece)
    if (!read || read.at < last)
      throw wrong(`${where}.body[${index}]`, '[ms, text] or [ms, null, base64], in order of time')
    last = read.at
    return read
  })
  const { id, answerId, attempt, messageId, startedAt, question, adjustments, received, dropped, recovery } =
    entry
  const known = exchangeOf('', {
    pieces,
    id: textOr(id, where),
    answerId: textOr(answerId ?? id, where),
    attempt: numberOr(attempt, 1),
    reading: isRecord(entry.reading) ? readReading(entry.reading, `${where}.reading`, readers) : {},
  })
  const optional = {
    messageId: typeof messageId === 'string' ? messageId : undefined,
    startedAt: typeof startedAt === 'number' ? startedAt : undefined,
    question: isRecord(question) && Array.isArray(question.messages) ? question : undefined,
    adjustments: Array.isArray(adjustments) ? adjustments.filter(isRecord) : undefined,
    sent: readSent(entry.sent),
    response: readResponse(entry.response),
    dropped: dropped === 'old' || dropped === 'long' ? dropped : undefined,
    recovery: isRecord(recovery) && isRecord(recovery.error) ? recovery : undefined,
    end: readEnd(entry.end, last),
  }
  for (const [key, value] of Object.entries(optional)) if (value === undefined) delete optional[key as 'end']
  const { end: _, ...open } = known
  return {
    ...open,
    ...optional,
    received: numberOr(received, known.received),
  } as WireExchange
}

function readSent(value: unknown): WireRequest | undefined {
  if (!isRecord(value) || typeof value.url !== 'string' || typeof value.body !== 'string') return undefined
  const { url, body, method } = value
  // A file made by hand may have a key in it.
  const headers = maskRequestHeaders(textsOf(value.headers))
  return { method: typeof method === 'string' ? method : 'POST', url: maskUrl(url), headers, body }
}

function readResponse(value: unknown): WireResponse | undefined {
  if (!isRecord(value) || typeof value.status !== 'number') return undefined
  const { at, status, statusText } = value
  const text = typeof statusText === 'string' ? statusText : ''
  return { at: numberOr(at, 0), status, statusText: text, headers: textsOf(value.headers) }
}

function readEnd(value: unknown, last: number): (WireEnding & { at: number }) | undefined {
  if (!isRecord(value)) return undefined
  const at = Math.max(last, numberOr(value.at, last))
  const { how, error } = value
  if (how === 'failed' && isRecord(error) && typeof error.message === 'string')
    return {
      how,
      at,
      error: { ...error, kind: typeof error.kind === 'string' ? error.kind : 'provider' } as never,
    }
  return { how: how === 'stopped' ? 'stopped' : 'ended', at }
}

function readReading(value: JsonObject, where: string, readers: WireReaders): WireReading {
  const { thinkTags, sendsFinishReason, reasoningFields, origin, errorContext } = value
  const api = WIRES.find((name) => name === value.api)
  const createEvents = api && readers[api]
  // An answer that is read as one of another wire looks empty.
  if (value.api !== undefined && !api) throw wrong(`${where}.api`, `one of ${WIRES.join(', ')}`)
  return {
    ...(api && { api }),
    ...(createEvents && { createEvents }),
    ...((thinkTags === false || Array.isArray(thinkTags)) && {
      thinkTags: thinkTags as WireReading['thinkTags'],
    }),
    ...(typeof sendsFinishReason === 'boolean' && { sendsFinishReason }),
    ...(Array.isArray(reasoningFields) && {
      reasoningFields: reasoningFields.filter((name) => typeof name === 'string'),
    }),
    ...(isRecord(origin) && { origin }),
    ...(isRecord(errorContext) && { errorContext: textsOf(errorContext) }),
  }
}

function storePiece(at: number, bytes: Uint8Array): StoredPiece {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const again = new TextEncoder().encode(text)
  const isText = again.length === bytes.length && again.every((byte, i) => byte === bytes[i])
  return isText ? [at, text] : [at, null, bytesToBase64(bytes)]
}

function readPiece(piece: unknown): { at: number; bytes: Uint8Array } | undefined {
  const [at, text, base64] = listOf(piece)
  if (typeof at !== 'number' || !Number.isFinite(at)) return undefined
  if (typeof text === 'string') return { at, bytes: new TextEncoder().encode(text) }
  const bytes = typeof base64 === 'string' ? base64ToBytes(base64) : undefined
  return bytes && { at, bytes }
}

function textsOf(value: unknown): Record<string, string> {
  const entries = Object.entries(isRecord(value) ? value : {})
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

function textOr(value: unknown, fallback: string): string {
  return typeof value === 'string' && value !== '' ? value : fallback
}

function numberOr(value: unknown, fallback: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : fallback
}

function wrong(where: string, wanted: string): CaptureError {
  return new CaptureError(`This capture file is damaged: ${where} is not ${wanted}. Nothing of it was read.`)
}
