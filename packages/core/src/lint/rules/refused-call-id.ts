import { compiles } from '../create-context.js'
import type { LintRule } from '../lint-types.js'
import { everyCall } from './every-call.js'
import { giveId } from './give-id.js'

/** wire-facts 1.3: nine alphanumerics at Mistral, 40 characters at OpenAI, 64 of `[A-Za-z0-9_-]` at Anthropic. */
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
