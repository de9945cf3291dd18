import type { LintRule } from '../lint-types.js'
import { everyCall } from './every-call.js'
import { giveId } from './give-id.js'

/** wire-facts 0.6, 2.5: DashScope, Gemini and TGI send calls without one. */
export const emptyCallId: LintRule = {
  name: 'empty-call-id',
  about: 'A call or a result without an id, or with one that is no text.',
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
