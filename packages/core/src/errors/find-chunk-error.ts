import { field, isRecord, type JsonObject } from '@antiphon/base'

/**
 * The part of a chunk that is an error for certain, or undefined (docs/wire 2.9): `error` that says something, `type:
 * "error"`, `object: "error"`, a MiniMax `base_resp` with a status, an error on a choice, or an unwrapped body that names one.
 */
export function findChunkError(chunk: JsonObject): unknown {
  const { choices, errors } = chunk
  const status = field(chunk.base_resp, 'status_code')
  if (
    says(chunk.error) ||
    chunk.type === 'error' ||
    chunk.object === 'error' ||
    (status && typeof status === 'number')
  )
    return chunk
  if (Array.isArray(choices)) {
    const failed = choices.find((choice) => says(field(choice, 'error')))
    return failed && { error: field(failed, 'error') }
  }
  if (choices || chunk.usage) return undefined
  if (Array.isArray(errors) && errors.length > 0) return chunk
  return findNotice(chunk) && namesError(chunk) ? chunk : undefined
}

/** Keys of words beside an answer. Only `message` and `detail` are read in one word too: others hold codes as well. */
const WORDS =
  /^(?:message|detail|msg|reason|exception|fault(?:string)?|(?:err|error|status)_?(?:msg|message)|\w+exception)$/i

/**
 * A chunk of words without a choice: the unwrapped error of Cerebras, FastAPI or NIM, or news such as a place in a queue. It is
 * the error of an answer that goes no further (docs/wire 2.9).
 */
export function findNotice(chunk: JsonObject): unknown {
  return chunk.choices || chunk.usage || !hasWords(chunk) ? undefined : chunk
}

function hasWords(object: JsonObject, depth = 0): boolean {
  return Object.entries(object).some(([key, words]) => {
    if (!(WORDS.test(key) || (key === 'data' && names(object.event)))) return false
    if (isRecord(words)) return depth < MAX_DEPTH && hasWords(words, depth + 1)
    if (typeof words !== 'string') return isList(words)
    return says(words) && (/^(?:message|detail)$/i.test(key) || /\s|[^\0-\x7f]/.test(words))
  })
}

/** Signs that words are an error: a list of complaints, a status from 400 to 599, `success: false`, a type or key that says so. */
function namesError({ detail, success, ok, event, ...chunk }: JsonObject): boolean {
  const isStatus = (value: unknown): boolean => Number(value) >= 400 && Number(value) < 600
  return (
    isList(detail) ||
    success === false ||
    ok === false ||
    [chunk.status, chunk.code, chunk.statusCode, chunk.status_code].some(isStatus) ||
    [chunk.type, chunk.__type, event].some(names) ||
    Object.entries(chunk).some(([key, value]) => ERROR_KEY.test(key) && says(value))
  )
}

/** Names of errors of Baidu, WeChat, Bedrock and Java. */
const ERROR_KEY = /^(?:err(?:or)?_?(?:code|msg|message)|fault|\w*exception)$/i

const names = (type: unknown): boolean => typeof type === 'string' && /error|exception|problem/i.test(type)

const isList = (value: unknown): boolean => Array.isArray(value) && value.length > 0

/** Values of an error field that servers write on success. */
const NO_ERROR =
  /^(?:|ok|okay|success(?:ful|fully)?|none|null|nil|undefined|false|n\/a|no[ _]error|0|200)[.!]?$/i

/** Deeper values are not looked at. */
const MAX_DEPTH = 8

/** True for a value that names an error: words, a number other than 0 and 200, `true`, or an object with one of these. */
function says(value: unknown, depth = 0): boolean {
  if (typeof value === 'string' || typeof value === 'number') return !NO_ERROR.test(String(value).trim())
  if (Array.isArray(value) || isRecord(value))
    return depth > MAX_DEPTH || Object.values(value).some((inner) => says(inner, depth + 1))
  return value === true && depth === 0
}
