import { field, textOf } from '../../errors/is-record.js'
import type { LintRule } from '../lint-types.js'
import { signatureOf } from './reasoning-foreign.js'
import { thinkingEntries } from './thinking.js'

/** wire-facts 2.4: unsigned `reasoning.text` of the anthropic and gemini formats is a 400. */
export const reasoningUnsigned: LintRule = {
  name: 'reasoning-unsigned',
  about: 'Thinking of Anthropic or Gemini without its signature.',
  *check({ turns, provider }) {
    for (const { unit } of turns) {
      const { raw, message } = unit
      const from =
        textOf(field(raw.request, 'profile')) ??
        textOf(field(raw.reasoningSource, 'provider')) ??
        provider?.id
      for (const { entry, path } of thinkingEntries(raw)) {
        // OpenRouter leaves the format out for Anthropic's.
        const made = textOf(entry.format) ?? (from === 'openrouter' ? 'anthropic' : '')
        const needs =
          entry.type === 'thinking' || (entry.type === 'reasoning.text' && /^(anthropic|google)/.test(made))
        if (!needs || entry.signature) continue
        yield {
          severity: 'warning',
          where: { message },
          path,
          message: 'This piece of thinking has no signature.',
          effect:
            'Anthropic and Gemini, directly and through OpenRouter or LiteLLM, answer 400. Antiphon leaves it out of requests.',
          fix: { title: 'Drop it', edits: [{ op: 'unset', message, path }] },
        }
      }
    }
  },
}

/** wire-facts 5, Gemini: the first call of a turn must carry one. */
export const callUnsigned: LintRule = {
  name: 'call-unsigned',
  about: 'Calls without the signature that the endpoint asks for (Gemini).',
  *check({ turns, policy, provider }) {
    const { missingThoughtSignature: word } = policy
    if (!word) return
    for (const { unit } of turns) {
      const [call] = unit.calls
      if (!call || 'part' in call.where || signatureOf(call.raw)) continue
      const value = { google: { thought_signature: word } }
      yield {
        severity: 'warning',
        where: { message: unit.message, ...call.where },
        path: call.path,
        message: 'The first call of this turn has no signature.',
        effect: `${provider?.name ?? 'The endpoint'} answers 400. Antiphon writes the word that stands for one.`,
        fix: {
          title: 'Write the word that stands for one',
          edits: [{ op: 'set', message: unit.message, path: [...call.path, 'extra_content'], value }],
        },
      }
    }
  },
}
