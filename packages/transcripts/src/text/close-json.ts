import { isRecord, type JsonObject, parseJson } from '@antiphon/base'

interface Open {
  close: '}' | ']'
  /** Where its last whole value ends. */
  end: number
  hasKey: boolean
}

/**
 * Reads the whole values of a JSON text that breaks off: all that end before the cut, in the lists and objects around them.
 * A message is never kept in part, because half of one can mean something else. Undefined when nothing is left.
 *
 * @param before The entries before this one, which tell what an entry of this list looks like.
 */
export function closeJson(text: string, before: readonly unknown[] = []): unknown {
  const value = closeAll(text)
  if (typeof value !== 'object' || value === null || isEmpty(value)) return undefined
  const path = openPath(value)
  const half = path.findIndex(({ child, siblings }, at) => isHalfMessage(child, siblings ?? before, path, at))
  if (half < 0) return value
  // Also remove objects and lists that held only the half message. The root may be that message itself.
  for (let at = half; at > 0; at--) {
    path[at]!.leaveOut()
    const above = path[at - 1]!.child
    if (!isRecord(above) || !isEmpty(above)) return value
  }
  return undefined
}

/** The text up to its last whole value, with the brackets that are missing. */
function closeAll(text: string): unknown {
  const stack: Open[] = []
  let isText = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!
    const top = stack.at(-1)
    if (isText) {
      if (char === '\\') at++
      else if (char === '"') {
        isText = false
        if (top && (top.close === ']' || top.hasKey)) top.end = at + 1
      }
    } else if (char === '"') isText = true
    else if (char === ':' && top) top.hasKey = true
    else if (char === ',' && top) Object.assign(top, { end: at, hasKey: false })
    else if (char === '{' || char === '[')
      stack.push({ close: char === '{' ? '}' : ']', end: at + 1, hasKey: false })
    else if (char === '}' || char === ']') {
      stack.pop()
      const above = stack.at(-1)
      if (above) above.end = at + 1
    }
  }
  const top = stack.at(-1)
  if (!top) return undefined
  const closers = stack.map(({ close }) => close).toReversed()
  return parseJson(text.slice(0, top.end) + closers.join(''))
}

/** One level of nesting at the cut: a value that was still open, and its container. */
interface Step {
  child: unknown
  /** Its key in an object. */
  key?: string
  /** The whole values beside it; undefined for the root. */
  siblings?: readonly unknown[]
  leaveOut(): void
}

/** From the root to the innermost value that was open: always the last one of its container. */
function openPath(root: object): Step[] {
  const path: Step[] = [{ child: root, leaveOut: () => {} }]
  for (let next: unknown = root; typeof next === 'object' && next !== null;) {
    const container: unknown = next
    if (Array.isArray(container)) {
      const list = container as unknown[]
      next = list.at(-1)
      if (list.length > 0)
        path.push({ child: next, siblings: list.slice(-SAMPLE, -1), leaveOut: () => void list.pop() })
    } else {
      const record = container as JsonObject
      const key = Object.keys(record).at(-1)
      if (key === undefined) break
      next = record[key]
      const siblings = Object.entries(record)
        .slice(-SAMPLE, -1)
        .flatMap(([name, value]) => (OWN_PARTS.test(name) ? [] : [value]))
      path.push({ child: next, key, siblings, leaveOut: () => void delete record[key] })
    }
  }
  return path
}

/** Parts of a message that have a role but are not messages themselves. */
const OWN_PARTS = /^(?:author|content|info|message)$/
/** Entries beside one that tell what it is. */
const SAMPLE = 50

function isHalfMessage(
  child: unknown,
  siblings: readonly unknown[],
  path: readonly Step[],
  at: number,
): boolean {
  if (!isRecord(child) || !(namesItself(child) || siblings.some(isMessage))) return false
  // An object that holds whole messages is a conversation, and a message with answers below it is whole.
  const inside = path.slice(at + 1)
  if (inside[0]?.key === 'children') return false
  return !inside.some((step) =>
    step.siblings?.some((one) => hasSpeaker(one) || (Array.isArray(one) && one.some(hasSpeaker))),
  )
}

const isMessage = (value: unknown): boolean => isRecord(value) && namesItself(value)

/** Entries say what they are or who speaks: themselves, in the message that they wrap, or in the author of it. */
const namesItself = (entry: JsonObject): boolean =>
  NAMES.some((name) => typeof entry[name] === 'string') || hasSpeaker(entry)
const NAMES = ['type', 'kind', 'from', 'action', 'observation', 'say', 'ask']

function hasSpeaker(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { message, info, response, author, content } = value
  const inner = isRecord(message) ? message.author : undefined
  return [value, message, info, response, author, content, inner].some(
    (one) => isRecord(one) && (typeof one.role === 'string' || typeof one.sender === 'string'),
  )
}

const isEmpty = (value: object): boolean => Object.keys(value).length === 0
