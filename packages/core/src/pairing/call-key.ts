/** The key of a call: the id of its message (its step) and its position there, such as `a1/0`. */
export const callKeyOf = (messageId: string, callIndex: number): string => `${messageId}/${callIndex}`

/** The message and position that a key of a call names; undefined for any other text. An id may have slashes of its own. */
export function readCallKey(key: string): { messageId: string; callIndex: number } | undefined {
  const at = key.lastIndexOf('/')
  const position = key.slice(at + 1)
  return at >= 0 && /^\d+$/.test(position)
    ? { messageId: key.slice(0, at), callIndex: Number(position) }
    : undefined
}
