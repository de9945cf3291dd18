import { isRecord } from '../errors/is-record.js'

/**
 * The part of a chunk that is an error, or undefined (wire-facts 2.9): `error` with a value, `type: "error"`,
 * `object: "error"`, a MiniMax `base_resp` with a status, an error on a choice, or an unwrapped error body.
 */
export function findChunkError(chunk: Record<string, unknown>): unknown {
  if (chunk.error || chunk.type === 'error' || chunk.object === 'error') return chunk
  if (
    isRecord(chunk.base_resp) &&
    typeof chunk.base_resp.status_code === 'number' &&
    chunk.base_resp.status_code !== 0
  ) {
    return chunk
  }
  if (Array.isArray(chunk.choices)) {
    const failed = chunk.choices.find((choice) => isRecord(choice) && choice.error)
    return isRecord(failed) ? { error: failed.error } : undefined
  }
  return isUnwrappedError(chunk) ? chunk : undefined
}

/** Cerebras, FastAPI, NIM and others send `{message, …}`, `{detail}` or `{title, detail}` without a wrapper. */
function isUnwrappedError(chunk: Record<string, unknown>): boolean {
  if (chunk.choices || chunk.usage) return false
  return (
    typeof chunk.message === 'string' ||
    typeof chunk.detail === 'string' ||
    (Array.isArray(chunk.detail) && chunk.detail.length > 0) ||
    (Array.isArray(chunk.errors) && chunk.errors.length > 0)
  )
}

/** Top-level keys that belong to an error and not to the answer. */
export const ERROR_KEYS = new Set([
  'error',
  'error_type',
  'message',
  'detail',
  'errors',
  'code',
  'param',
  'type',
  'status',
  'title',
  'request_id',
])
