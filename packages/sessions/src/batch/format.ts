import { isChatError, type Message } from '@antiphon/core'
import {
  anthropicFormat,
  openAiResponsesFormat,
  openAiFormat,
  defineSession,
  entriesOf,
  readEach,
} from '@antiphon/transcripts/toolkit'
import type { Conversation, ParsedTranscript, ReportLoss, TranscriptFormat } from '@antiphon/transcripts'
import { decodeJson, isRecord, textOf, type JsonObject, wordOf } from '@antiphon/base'

/**
 * Files of batches: a request or a result in each line, of OpenAI and of Anthropic; logs of gateways, with both in one line. Each line
 * is a conversation.
 */
export const batchFormat = defineSession({
  name: 'batch',
  title: 'Batch files of OpenAI and Anthropic: requests, results; logs of gateways: both',
  shapes: ['requests', 'results', 'calls'],
  needs:
    'lines with "custom_id" beside "body", "params", "response" or "result", or a request beside its response',
  sign(_, sample) {
    if (sample.some(isConversation)) return 'requests or results by "custom_id"'
    return sample.some((entry) => callIn(entry) !== undefined) ? 'requests beside their responses' : undefined
  },
  read: (value, report): Omit<ParsedTranscript, 'losses'> =>
    readEach(
      entriesOf(value),
      (entry) => isConversation(entry) || callIn(entry) !== undefined,
      (entry) => readCall(entry, report) ?? readLine(entry, report),
      report,
    ),
})

/** A request and its response in one record. */
interface LoggedCall {
  format: TranscriptFormat
  request: unknown
  response: unknown
  /** Keys that have them. */
  used: readonly string[]
}

/** The request may be under a key, or its messages beside the response. */
function callIn(entry: JsonObject): LoggedCall | undefined {
  const { response = entry.response_body, request = entry.request_body, messages } = entry
  const asked = decodeJson(request)
  const answer = decodeJson(response)
  if (typeof entry.custom_id === 'string' || !isRecord(answer)) return undefined
  const isWhole = isRecord(asked) && (Array.isArray(asked.messages) || 'input' in asked)
  if (!isWhole && !Array.isArray(messages)) return undefined
  const format = [openAiFormat, anthropicFormat, openAiResponsesFormat].find(
    (one) => one.detect(answer).certainty > 0.9,
  )
  if (!format) return undefined
  const keys = ['response', 'response_body', ...(isWhole ? ['request', 'request_body'] : ['messages'])]
  return { format, request: isWhole ? asked : { messages }, response: answer, used: keys }
}

function readCall(entry: JsonObject, report: ReportLoss): Conversation | undefined {
  const call = callIn(entry)
  if (!call) return undefined
  const inner = (value: unknown): Omit<ParsedTranscript, 'losses'> | undefined =>
    attempt({ key: '', format: call.format, value, around: {} }, report)
  const [asked, answered] = [inner(call.request), inner(call.response)]
  const fields = Object.fromEntries(Object.entries(entry).filter(([key]) => !call.used.includes(key)))
  return {
    messages: [...(asked?.messages ?? []), ...(answered?.messages ?? [failureOf(entry)])],
    document: {
      format: 'batch',
      shape: 'calls',
      fields: { ...fields, request: asked?.document, response: answered?.document },
    },
  }
}

/** Where a line has what was asked or answered, and in which format. */
interface Inner {
  key: string
  format: TranscriptFormat
  value: unknown
  /** Other fields under the same key. */
  around: JsonObject
}

function isLine(entry: JsonObject): boolean {
  const { custom_id: id, body, params, response, result, error } = entry
  if (typeof id !== 'string') return false
  if (isRecord(body)) return typeof entry.url === 'string' || typeof entry.method === 'string'
  if (isRecord(response)) return 'status_code' in response || 'body' in response
  if (isRecord(result)) return /^(?:succeeded|errored|canceled|expired)$/.test(wordOf(result.type))
  return (isRecord(params) && Array.isArray(params.messages)) || isRecord(error)
}

/** Requests for something else, such as embeddings, are not conversations; a failed request is one. */
function isConversation(entry: JsonObject): boolean {
  if (!isLine(entry)) return false
  const inner = innerOf(entry)
  return inner
    ? inner.format.detect(inner.value).certainty > LEAST
    : !isRecord(entry.response) || failureIn(entry) !== undefined
}

/** A lower certainty may be chance. */
const LEAST = 0.3

function readLine(entry: JsonObject, report: ReportLoss): Conversation {
  const inner = innerOf(entry)
  const read = inner && attempt(inner, report)
  const { [inner?.key ?? '']: _, ...line } = entry
  const shape = 'response' in entry || 'result' in entry || 'error' in entry ? 'results' : 'requests'
  // An unreadable line is kept unchanged.
  const around = inner && read ? { ...line, [inner.key]: inner.around } : entry
  const title = textOf(entry.custom_id)
  const messages = read ? read.messages : [failureOf(entry)]
  return {
    messages,
    ...(title !== undefined && { title }),
    document: {
      format: 'batch',
      shape,
      fields: { ...around, ...(read && { inner: read.document as unknown as JsonObject }) },
    },
  }
}

function innerOf({ body, params, response, result, url }: JsonObject): Inner | undefined {
  if (isRecord(body)) return { key: 'body', format: byUrl(url, body), value: body, around: {} }
  if (isRecord(params)) return { key: 'params', format: anthropicFormat, value: params, around: {} }
  if (isRecord(response) && isRecord(response.body) && !isRecord(response.body.error)) {
    const { body: answer, ...around } = response
    return { key: 'response', format: byUrl(undefined, answer), value: answer, around }
  }
  if (isRecord(result) && isRecord(result.message)) {
    const { message, ...around } = result
    return { key: 'result', format: anthropicFormat, value: message, around }
  }
  return undefined
}

const byUrl = (url: unknown, body: JsonObject): TranscriptFormat =>
  wordOf(url).endsWith('/responses') ||
  body.object === 'response' ||
  (!('messages' in body) && 'input' in body)
    ? openAiResponsesFormat
    : openAiFormat

function attempt({ format, value }: Inner, report: ReportLoss): Omit<ParsedTranscript, 'losses'> | undefined {
  try {
    const { losses, ...read } = format.parse(value)
    for (const { rule, where, before, after } of losses) report(rule, where, before, after)
    return read
  } catch (error) {
    if (isChatError(error)) return undefined
    throw error
  }
}

function failureIn({ response, result, error }: JsonObject): JsonObject | undefined {
  const inner = isRecord(result) && isRecord(result.error) ? result.error : undefined
  return [
    isRecord(response) && isRecord(response.body) ? response.body.error : undefined,
    error,
    inner?.error,
    inner,
  ].find(isRecord)
}

/** In place of an answer: the request failed or was given up. */
function failureOf(entry: JsonObject): Message {
  const { result } = entry
  const said = textOf(failureIn(entry)?.message) ?? (isRecord(result) ? wordOf(result.type) : '')
  const message = said || 'It holds no answer.'
  return {
    role: 'assistant',
    content: '',
    isError: true,
    finishReason: 'error',
    error: { kind: 'provider', message },
  }
}
