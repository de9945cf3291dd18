/** The key of a call: the id of its message (its step) and its position there, such as `a1/0`. */
export const callKeyOf = (messageId: string, callIndex: number): string => `${messageId}/${callIndex}`

/** The message and position that a key of a call names; undefined for any other text. An id may have slashes of its own. */
export function readCallKey(key: string): { messageId: string; callIndex: number } | undefined {
  const found = /^(.*)\/(\d+)$/s.exec(key)
  return found ? { messageId: found[1]!, callIndex: +found[2]! } : undefined
}
