import { isRecord } from '@antiphon/base'

export type RpcId = string | number

/** A checked message from an app. Its content is trusted no more than any text of a server. */
export type AppRpc =
  | { type: 'request'; id: RpcId; method: string; params: Readonly<Record<string, unknown>> }
  | { type: 'notification'; method: string; params: Readonly<Record<string, unknown>> }
  | { type: 'response'; id: RpcId; result?: unknown; error?: unknown }

const MAX_METHOD = 200
const MAX_ID = 200
/** Limits for a whole message: its values, and the characters of its texts and keys. */
const MAX_VALUES = 20_000
const MAX_TEXT = 2_000_000
const MAX_DEPTH = 50

/** The message, as JSON would have carried it; null for anything else, and for more than any app has to say. */
export function readAppMessage(data: unknown): AppRpc | null {
  let values = MAX_VALUES
  let text = MAX_TEXT
  /** A copy of plain data: anything that is not JSON (a file, a map, a cycle) does not get in. */
  const copy = (value: unknown, depth: number): unknown => {
    if (--values < 0 || depth > MAX_DEPTH) throw new RangeError()
    if (typeof value === 'string') {
      text -= value.length
      if (text < 0) throw new RangeError()
      return value
    }
    if (value === null || typeof value === 'boolean') return value
    if (typeof value === 'number') return Number.isFinite(value) ? value : null
    if (Array.isArray(value)) return Array.from(value, (one: unknown) => copy(one ?? null, depth + 1))
    if (typeof value !== 'object' || !isPlain(value)) throw new TypeError()
    const fields: [string, unknown][] = []
    for (const [key, inner] of Object.entries(value)) {
      text -= key.length
      if (inner !== undefined) fields.push([key, copy(inner, depth + 1)])
    }
    // As data: also for the key `__proto__`.
    return Object.fromEntries(fields)
  }
  let message: unknown
  try {
    message = copy(data, 0)
  } catch {
    return null
  }
  if (!isRecord(message) || !Object.hasOwn(message, 'jsonrpc') || message['jsonrpc'] !== '2.0') return null
  const own = (key: string): unknown => (Object.hasOwn(message, key) ? message[key] : undefined)
  const id = own('id')
  const method = own('method')
  const params = own('params') ?? {}
  const hasId = (typeof id === 'string' && id.length <= MAX_ID) || Number.isSafeInteger(id)
  if (typeof method === 'string') {
    if (method === '' || method.length > MAX_METHOD || !isRecord(params) || Array.isArray(params)) return null
    if (id === undefined) return { type: 'notification', method, params }
    return hasId ? { type: 'request', id: id as RpcId, method, params } : null
  }
  if (!hasId || method !== undefined) return null
  const [result, error] = [own('result'), own('error')]
  if ((result === undefined) === (error === undefined)) return null
  return { type: 'response', id: id as RpcId, ...(error === undefined ? { result } : { error }) }
}

/** True for a plain object. A message from a frame has the prototypes of this page. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
