import { compiles } from '../read-transcript.js'
import type { LintEdit, FoundCall, Unit, LintRule } from '../types.js'
import { everyCall } from './calls.js'

/** Writes the id of a call and of its result. */
export function giveId(message: number, call: FoundCall, result: Unit | undefined, id: string): LintEdit[] {
  const edits: LintEdit[] = [{ op: 'set', message, path: call.idPath, value: id }]
  if (result) edits.push({ op: 'set', message: result.message, path: result.idPath, value: id })
  return edits
}

/** docs/wire 0.6, 2.5: DashScope, Gemini and TGI send calls without one. */
export const emptyCallId: LintRule = {
  name: 'empty-call-id',
  about: 'A call or a result without an id, or with one that is not a text.',
  *check(context) {
    for (const { message, call, result } of everyCall(context)) {
      const isText = call.id !== '' && typeof call.raw[String(call.idPath.at(-1))] === 'string'
      if (isText && result?.callId !== '') continue
      const id = context.wireIds().get(call) ?? call.id
      yield {
        severity: 'warning',
        where: { message, ...call.where },
        path: call.idPath,
        message: isText
          ? `The result of ${call.name} does not name its call; it is paired by order.`
          : `The call of ${call.name || 'a tool'} has no id; its result is paired by order.`,
        effect:
          'OpenAI, Mistral and Anthropic-backed routes answer 400. Antiphon gives it an id on the way out.',
        fix: { title: `Give it the id ${id}`, edits: giveId(message, call, result, id) },
      }
    }
  },
}

/** docs/wire 1.3: nine alphanumerics at Mistral, 40 characters at OpenAI, 64 of `[A-Za-z0-9_-]` at Anthropic. */
export const refusedCallId: LintRule = {
  name: 'refused-call-id',
  about: 'An id in a form that the endpoint refuses; without a profile, one over 64 characters.',
  *check(context) {
    const { callIdPattern } = context.policy
    const own = compiles(callIdPattern) ? callIdPattern : undefined
    const pattern = new RegExp(`^(?:${own ?? '[^]{1,64}'})$`)
    for (const { message, call, result } of everyCall(context)) {
      if (!call.id || pattern.test(call.id)) continue
      const id = context.wireIds().get(call) ?? call.id
      yield {
        severity: own ? 'error' : 'warning',
        where: { message, ...call.where },
        path: call.idPath,
        message: own
          ? `The id does not have the form ${own}.`
          : `The id has ${call.id.length.toLocaleString('en')} characters.`,
        effect: own
          ? `${context.provider?.name ?? 'The endpoint'} answers 400 or 422. Antiphon rewrites it on call and result on the way out.`
          : 'OpenAI takes 40 characters, Anthropic 64, Mistral exactly nine letters and digits; others answer 400.',
        fix: { title: `Rewrite it to ${id} on call and result`, edits: giveId(message, call, result, id) },
      }
    }
  },
}

/** docs/wire 1.3 (duplicate ids in one turn), 2.5: gateways repeat an id for parallel calls. */
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
