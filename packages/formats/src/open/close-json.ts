import { parseJson } from '@antiphon/core/internal'

interface Open {
  close: '}' | ']'
  /** Where the last whole child ends. */
  end: number
  /** For an object: its first key and its current key. */
  first?: string
  key?: string
  /** The first key of the last whole child that is an object. */
  childFirst?: string
  /** How many children in a row begin with the same key. */
  alike: number
  /** An object with a `type`: half of it would mean something else. */
  isMessage?: boolean
}

const NAMES_ITSELF = /^"(?:role|type|kind|sender|from)"$/

/**
 * The complete entries of a JSON text that breaks off in a list, or in an object of similar entries. So a conversation
 * keeps its complete messages, and no message is read in part. Undefined without a complete entry.
 */
export function closeJson(text: string): unknown {
  const stack: Open[] = []
  /** Where a text began, while it lasts. */
  let start = -1
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!
    const top = stack.at(-1)
    if (start >= 0) {
      if (char === '\\') at++
      else if (char === '"') {
        if (top?.close === '}' && top.key === undefined) {
          top.key = text.slice(start, at + 1)
          top.first ??= top.key
          top.isMessage ||= NAMES_ITSELF.test(top.key)
        }
        start = -1
      }
    } else if (char === '"') start = at
    else if (char === ',' && top) delete top.key
    else if (char === '{' || char === '[')
      stack.push({ close: char === '{' ? '}' : ']', end: at + 1, alike: 0 })
    else if (char === '}' || char === ']') {
      const closed = stack.pop()
      const above = stack.at(-1)
      if (above && closed) {
        const isAlike = closed.first !== undefined && closed.first === above.childFirst
        Object.assign(above, { end: at + 1, childFirst: closed.first, alike: isAlike ? above.alike + 1 : 0 })
      }
    }
  }
  const found = stack.findIndex(
    ({ childFirst }, at) => childFirst !== undefined && stack[at + 1]?.first === childFirst,
  )
  if (found < 0 || stack.slice(0, found + 1).some(({ isMessage }) => isMessage)) return undefined
  const closers = stack.slice(0, found + 1).map(({ close }) => close)
  return parseJson(text.slice(0, stack[found]!.end) + closers.toReversed().join(''))
}
