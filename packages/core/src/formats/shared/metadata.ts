import type { JsonObject } from '../../errors/is-record.js'
import type { Message } from '../../message/types.js'

export type Metadata = JsonObject

/** In the order of its keys, so that equal bags are equal in print too; undefined when there is nothing in it. */
export function sortMetadata(bag: Metadata): Metadata | undefined {
  const keys = Object.keys(bag).filter((key) => bag[key] !== undefined)
  return keys.length > 0 ? Object.fromEntries(keys.sort().map((key) => [key, bag[key]])) : undefined
}

/** The message with `more` in its bag. */
export function withMetadata<M extends Message>(message: M, more: Metadata): M {
  const { metadata, ...rest } = message
  const bag = sortMetadata({ ...metadata, ...more })
  return (bag ? { ...rest, metadata: bag } : rest) as M
}

/** The message without the entries of its bag for which `drop` holds. */
export function withoutMetadata<M extends Message>(message: M, drop: (key: string) => boolean): M {
  const { metadata, ...rest } = message
  if (!metadata || !Object.keys(metadata).some(drop)) return message
  const bag = sortMetadata(Object.fromEntries(Object.entries(metadata).filter(([key]) => !drop(key))))
  return (bag ? { ...rest, metadata: bag } : rest) as M
}
