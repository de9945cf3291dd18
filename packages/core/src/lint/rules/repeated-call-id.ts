import type { LintEdit, LintRule } from '../lint-types.js'
import { everyCall } from './every-call.js'
import { giveId } from './give-id.js'

/** wire-facts 1.3 (duplicate ids in one turn), 2.5: gateways repeat an id for parallel calls. */
export const repeatedCallId: LintRule = {
  name: 'repeated-call-id',
  about: 'One id for two calls of the same turn.',
  *check(context) {
    let turn: unknown
    let seen = new Set<string>()
    for (const { turn: now, message, call, result } of everyCall(context)) {
      if (now !== turn) seen = new Set()
      turn = now
      if (!call.id || seen.size < seen.add(call.id).size) continue
      const id = context.wireIds().get(call) ?? call.id
      const isStrict = context.policy.callIdPattern !== undefined
      yield {
        severity: isStrict ? 'error' : 'info',
        where: { message, ...call.where },
        path: call.idPath,
        message: `${call.id} is the id of an earlier call of this turn as well.`,
        effect: isStrict
          ? `${context.provider?.name ?? 'The endpoint'} answers 400: ids must be unique. Antiphon rewrites it on the way out.`
          : 'Clients that pair by id alone show one result beside both calls. Antiphon pairs by order and sends unique ids.',
        fix: { title: `Rename it to ${id} on call and result`, edits: giveId(message, call, result, id) },
      }
    }
  },
}

/** The document of open-agent-loops: GLM and Qwen behind vLLM call everything `call_0`. */
export const reusedCallId: LintRule = {
  name: 'reused-call-id',
  about: 'An id that comes back in a later turn.',
  *check(context) {
    interface Use {
      first: number
      later?: { message: number; where: object; path: readonly (string | number)[] }
      count: number
      edits: LintEdit[]
      turn: unknown
    }
    const uses = new Map<string, Use>()
    for (const { turn, message, call, result } of everyCall(context)) {
      if (!call.id) continue
      const use: Use = uses.get(call.id) ?? { first: message, count: 0, edits: [], turn }
      uses.set(call.id, use)
      use.count++
      if (use.turn === turn) continue
      use.later ??= { message, where: { message, ...call.where }, path: call.idPath }
      use.edits.push(...giveId(message, call, result, context.wireIds().get(call) ?? call.id))
    }
    for (const [id, { first, later, count, edits }] of uses) {
      if (!later) continue
      yield {
        severity: 'info',
        where: { message: later.message, ...later.where },
        path: later.path,
        message: `${id} is the id of ${count} calls, the first in messages[${first}].`,
        effect:
          'Clients that pair by id alone show results beside the wrong calls. Antiphon pairs within the turn and sends unique ids.',
        fix: { title: 'Give the later calls ids of their own', edits },
      }
    }
  },
}
