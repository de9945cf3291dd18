import type { Message } from '@antiphon/core'
import type { Loss } from '@antiphon/transcripts'

/**
 * The leaves of `before` that are not in `after` and that no loss names. Written without the kit's own comparison, so
 * that it can find what that one misses. Messages are matched by position, or else every message must be named. Two ways
 * in which the kit says the same are one thing: no reasoning and an empty one, a text and a list of one text part.
 */
export function unlistedDifferences(
  before: readonly Message[],
  after: readonly Message[],
  losses: readonly Loss[],
  format: string,
): string[] {
  const named = (where: string): boolean =>
    losses.some(
      (loss) =>
        where === loss.where || where.startsWith(`${loss.where}.`) || where.startsWith(`${loss.where}[`),
    )
  const lost: string[] = []
  // Messages that are gone as a whole are named as a whole; the others keep their order.
  const left = before.map((_, i) => i).filter((i) => !losses.some((loss) => loss.where === `messages[${i}]`))
  const added = losses.filter((loss) => loss.where.startsWith('added[')).length
  if (left.length + added !== after.length) lost.push(`${before.length} messages became ${after.length}`)
  if (added > 0) return lost
  left.forEach((i, at) => walk(before[i], after[at], `messages[${i}]`))
  return lost

  function walk(value: unknown, other: unknown, where: string): void {
    if (named(where) || isNothing(value, where)) return
    const plain = where.endsWith('.content') ? onlyText(value) : undefined
    if (plain !== undefined) return walk(plain, onlyText(other) ?? other, where)
    if (typeof value === 'object' && value !== null && typeof other === 'object' && other !== null) {
      for (const [key, entry] of Object.entries(value)) {
        if (key.startsWith(`${format}.`)) continue
        walk(
          entry,
          (other as Record<string, unknown>)[key],
          Array.isArray(value) ? `${where}[${key}]` : pathTo(where, key),
        )
      }
    } else if (value !== other) lost.push(where)
  }
}

function pathTo(where: string, key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `${where}.${key}` : `${where}[${JSON.stringify(key)}]`
}

function isNothing(value: unknown, where: string): boolean {
  if (/\.(?:isError|reasoning|refusal)$/.test(where)) return value === false || value === ''
  return where.endsWith('.tool_calls') && Array.isArray(value) && value.length === 0
}

function onlyText(value: unknown): string | undefined {
  const [part, more] = Array.isArray(value) ? (value as Record<string, unknown>[]) : []
  return part && !more && Object.keys(part).sort().join() === 'text,type' && part.type === 'text'
    ? (part.text as string)
    : undefined
}
