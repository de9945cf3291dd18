import type { ReportAdjustment, RequestPolicy } from './request-types.js'

/**
 * Gives each call of a request, in order, the id under which it and its result leave (wire-facts 1.3, 2.5). An id that
 * the server takes and that no earlier call has is kept. Another one is replaced by what depends on nothing but that id
 * and how often it came before, so that the same thread makes the same request each time and prompt caches hold.
 */
export function createCallIds({ callIdPattern }: RequestPolicy, report: ReportAdjustment) {
  const pattern = compile(callIdPattern, report)
  const taken = new Set<string>()
  const uses = new Map<string, number>()

  return (stored: unknown, where: string): string => {
    const wanted = typeof stored === 'string' ? stored : ''
    let n = uses.get(wanted) ?? 0
    let id
    do {
      n++
      id = wanted && n === 1 ? wanted : `${wanted || 'call'}_${n}`
      if (!pattern.test(id)) id = shortHash(`${wanted} ${n}`)
    } while (taken.has(id))
    uses.set(wanted, n)
    taken.add(id)
    if (id !== stored) report('call_id', `${where}.id`, stored, id)
    return id
  }
}

const ANY = '[^]{1,64}'

function compile(source = ANY, report: ReportAdjustment): RegExp {
  try {
    return new RegExp(`^(?:${source})$`)
  } catch {
    report('call_id_pattern', 'policy.callIdPattern', source, ANY)
    return compile(ANY, report)
  }
}

/** Nine letters and digits, the strictest form that any server asks for (Mistral). */
function shortHash(text: string): string {
  let a = 0x9e3779b9
  let b = 0x85ebca6b
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x01000193)
    b = Math.imul(b ^ a ^ (a >>> 15), 0xc2b2ae35)
  }
  const digits = (value: number): string => (value >>> 0).toString(36).padStart(7, '0')
  return digits(a).slice(-4) + digits(b).slice(-5)
}
