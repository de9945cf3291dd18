import { isRecord, type JsonObject } from '@antiphon/base'

/** A change of a session that VS Code writes line by line: 0 is the whole, 1 sets, 2 appends, 3 deletes. */
export const isChange = (entry: unknown): entry is JsonObject =>
  isRecord(entry) &&
  typeof entry.kind === 'number' &&
  entry.kind >= 0 &&
  entry.kind <= 3 &&
  (entry.kind === 0 ? isRecord(entry.v) : Array.isArray(entry.k))

/** The session after all changes, applied in order. `onUnused` gets those that do not apply. */
export function applyChanges(changes: readonly unknown[], onUnused: (at: number) => void): JsonObject {
  let session: JsonObject = { requests: [] }
  changes.forEach((change, at) => {
    if (!isChange(change)) return onUnused(at)
    if (change.kind === 0) {
      session = structuredClone(change.v as JsonObject)
      return undefined
    }
    return apply(session, change) ? undefined : onUnused(at)
  })
  return session
}

/** A list is no longer than this, whatever a path says. */
const MAX_INDEX = 1_000_000

function apply(session: JsonObject, { kind, k, v, i }: JsonObject): boolean {
  const path = k as unknown[]
  const last = path.at(-1)
  if (path.some((step) => step === '__proto__') || (typeof last !== 'string' && typeof last !== 'number'))
    return false
  let holder: unknown = session
  for (const step of path.slice(0, -1)) holder = childOf(holder, step)
  if (!isRecord(holder) && !Array.isArray(holder)) return false
  if (Array.isArray(holder) && (typeof last !== 'number' || last < 0 || last > MAX_INDEX)) return false
  const target = holder as Record<string, unknown>
  const key = String(last)
  if (kind === 3) delete target[key]
  else if (kind === 1) target[key] = structuredClone(v)
  else {
    const own: unknown = Object.hasOwn(target, key) ? target[key] : []
    if (!Array.isArray(own)) return false
    if (typeof i === 'number' && i >= 0) own.length = Math.min(own.length, i)
    own.push(...(structuredClone(Array.isArray(v) ? v : [v]) as unknown[]))
    target[key] = own
  }
  return true
}

function childOf(value: unknown, step: unknown): unknown {
  if (Array.isArray(value)) return typeof step === 'number' ? value[step] : undefined
  return isRecord(value) && typeof step === 'string' && Object.hasOwn(value, step) ? value[step] : undefined
}
