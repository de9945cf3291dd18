import { field, type JsonObject } from '../lib/json.js'

/**
 * The part of a chunk that is an error, or undefined (docs/wire 2.9): `error` with a value, `type: "error"`,
 * `object: "error"`, a MiniMax `base_resp` with a status, an error on a choice, or an unwrapped error body.
 */
export function findChunkError(chunk: JsonObject): unknown {
  const { choices, detail, errors } = chunk
  const status = field(chunk.base_resp, 'status_code')
  if (
    chunk.error ||
    chunk.type === 'error' ||
    chunk.object === 'error' ||
    (status && typeof status === 'number')
  )
    return chunk
  if (Array.isArray(choices)) {
    const failed = choices.find((choice) => field(choice, 'error'))
    return failed && { error: field(failed, 'error') }
  }
  // Cerebras, FastAPI, NIM and others send `{message, …}`, `{detail}` or `{title, detail}` without a wrapper.
  if (choices || chunk.usage) return undefined
  const isText = typeof chunk.message === 'string' || typeof detail === 'string'
  return isText || [detail, errors].some((list) => Array.isArray(list) && list.length > 0) ? chunk : undefined
}
