import { field, textOf, type JsonObject } from '../../errors/is-record.js'
import { isForeign } from '../../request/is-foreign.js'
import type { AssistantMessage } from '../../message/types.js'
import type { RequestPolicy } from '../../providers/request-policy.js'
import type { EditPath, LintRule } from '../lint-types.js'
import type { Turn, Unit } from '../transcript-types.js'
import { isBound, thinkingEntries } from './thinking.js'

/** wire-facts 5, model switch: signatures and encrypted blocks are bound to the model and provider that made them. */
export const reasoningForeign: LintRule = {
  name: 'reasoning-foreign',
  about: 'A signature or encrypted thinking of another model than the one that will read it.',
  *check({ turns, policy, provider }) {
    const target = policy.model || provider ? policy : lastModel(turns)
    for (const { unit } of turns) {
      const { raw, message } = unit
      if (!isForeign(raw as unknown as AssistantMessage, target)) continue
      const bound = [...boundPaths(unit, policy.missingThoughtSignature)]
      const [path] = bound
      if (!path) continue
      const maker = textOf(field(raw.reasoningSource, 'model')) ?? 'another model'
      const reader = target.model ?? provider?.name ?? 'the model that reads it'
      yield {
        severity: policy.reasoning?.onlySameModel === false ? 'error' : 'warning',
        where: { message },
        path,
        message: `Thinking here is signed or encrypted by ${maker}, and ${reader} will read it.`,
        effect:
          'Gemini ("Corrupted thought signature"), Anthropic and OpenRouter answer 400 to a signature of another model. Antiphon leaves it out unless it is told not to.',
        fix: {
          title: 'Drop what is signed or encrypted',
          edits: bound.map((place) => ({ op: 'unset', message, path: place }) as const),
        },
      }
    }
  },
}

/** Without a profile: the model of the last answer is the one that will go on. */
function lastModel(turns: readonly Turn[]): RequestPolicy {
  const sources = turns.map(({ unit }) => unit.raw.reasoningSource)
  const last = sources.findLast((source) => textOf(field(source, 'model')))
  return { model: textOf(field(last, 'model')) }
}

function* boundPaths({ raw, calls }: Unit, word: string | undefined): Generator<EditPath> {
  for (const { entry, path } of thinkingEntries(raw)) if (isBound(entry)) yield path
  for (const call of calls) {
    const signature = signatureOf(call.raw)
    // The word that stands for a signature is nobody's.
    if (signature && signature !== word) yield [...call.path, 'extra_content']
  }
}

/** Gemini's, on a call (wire-facts 5). */
export function signatureOf(call: JsonObject): unknown {
  return field(field(call.extra_content, 'google'), 'thought_signature')
}
