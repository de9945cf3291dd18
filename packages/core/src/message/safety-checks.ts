import { isRecord, safeStringify } from '@antiphon/base'
import type { Message } from './types.js'

/**
 * The warnings that a provider wants a person to see before a computer call runs (docs/wire 7.5), in its words. Allowing the call
 * acknowledges them. Foreign text. Empty when nothing is pending.
 */
export function pendingChecks(message: Message | undefined, callId: string): string[] {
  const items = message?.metadata?.['wire.output_items']
  const asked: unknown[] = Array.isArray(items) ? items : []
  return asked.flatMap((item) => {
    if (!isRecord(item) || item['call_id'] !== callId) return []
    const { pending_safety_checks: checks } = item
    return Array.isArray(checks) ? checks.map(wordsOf) : []
  })
}

/** A check without a word is one all the same. */
function wordsOf(check: unknown): string {
  const { message, code } = isRecord(check) ? check : {}
  const said = [message, code].find((one) => typeof one === 'string' && one.trim() !== '')
  return (said as string | undefined) ?? safeStringify(check)
}
