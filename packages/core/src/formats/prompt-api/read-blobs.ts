import { isRecord, type JsonObject } from '../../errors/is-record.js'
import { isBinary, isBlob, plainCopy } from '../shared/plain-copy.js'

/**
 * A copy of a value whose Blobs are bytes, with the media type of each beside it as `mimeType` where there is none. A
 * Blob can only be read asynchronously; every format takes the result.
 */
export async function readBlobs(value: unknown): Promise<unknown> {
  return replace(plainCopy(value, () => {}))
}

async function replace(value: unknown): Promise<unknown> {
  if (isBlob(value)) return new Uint8Array(await value.arrayBuffer())
  if (Array.isArray(value)) return Promise.all(value.map(replace))
  if (!isRecord(value) || isBinary(value)) return value
  const { data } = value
  const typed =
    isBlob(data) && data.type !== '' && value.mimeType === undefined ? { mimeType: data.type } : {}
  const entries = Object.entries(value).map(async ([key, entry]) => [key, await replace(entry)] as const)
  const result: JsonObject = { ...Object.fromEntries(await Promise.all(entries)), ...typed }
  return result
}
