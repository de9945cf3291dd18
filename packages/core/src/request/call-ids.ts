import { textOf } from '../errors/is-record.js'
import type { ReportAdjustment, RequestPolicy } from './request-types.js'

/**
 * Gives each call of a request, in order, the id under which it and its result leave (wire-facts 1.3, 2.5). An id that
 * the server takes and that no earlier call has is kept. Another one is replaced by what depends on nothing but that id
 * and how often it came before, so that the same thread makes the same request each time and prompt caches hold.
 */
export function createCallIds({ callIdPattern = '[^]{1,64}' }: RequestPolicy, report: ReportAdjustment) {
  const pattern = new RegExp(`^(?:${callIdPattern})$`)
  const taken = new Set<string>()
  const uses = new Map<string, number>()

  return (stored: unknown, where: string): string => {
    const wanted = textOf(stored) ?? ''
    let n = uses.get(wanted) ?? 0
    let id
    do {
      n++
      id = wanted && n === 1 ? wanted : `${wanted || 'call'}_${n}`
      if (!pattern.test(id)) id = shortHash(`${n} ${wanted}`)
    } while (taken.has(id))
    uses.set(wanted, n)
    taken.add(id)
    if (id !== stored) report('call_id', where, stored, id)
    return id
  }
}

/** Nine letters and digits, the strictest form that any server asks for (Mistral). FNV-1a; who asks sees to doubles. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(36).padStart(9, 'c')
}
