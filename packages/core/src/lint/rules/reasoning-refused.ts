import { field, textOf, type JsonObject } from '../../errors/is-record.js'
import type { LintRule } from '../lint-types.js'
import { dropThinking, hasThinking } from './thinking.js'

/** wire-facts 5: the fields in which a family takes thinking back; every other one is a 400 or 422 there. */
const TAKEN: Readonly<Record<string, readonly string[]>> = {
  openai: [],
  azure: [],
  github: [],
  gemini: [],
  nvidia: [],
  mistral: ['contentParts'],
  groq: ['reasoning', 'thinkTags'],
  cerebras: ['reasoning', 'thinkTags'],
}

export const reasoningRefused: LintRule = {
  name: 'reasoning-refused',
  about: 'Thinking that the settings would send and the endpoint refuses.',
  *check({ units, turns, policy, provider }) {
    const taken = provider && Object.hasOwn(TAKEN, provider.id) ? TAKEN[provider.id] : undefined
    const { turns: sent = 'toolTurns', field: into = 'same' } = policy.reasoning ?? {}
    if (!provider || !taken || sent === 'never') return
    const lastUser = units.findLastIndex(({ role }) => role === 'user')
    for (const { unit } of turns) {
      const { raw, message, calls, position } = unit
      if (!hasThinking(raw)) continue
      if (sent === 'toolTurns' && calls.length === 0) continue
      if (sent === 'sinceLastUser' && position < lastUser) continue
      const name = into === 'same' ? sameField(raw) : into
      if (taken.includes(name)) continue
      yield {
        severity: 'error',
        where: { message },
        message: `The settings send the thinking of this answer in ${name}.`,
        effect: `${provider.name} answers 400 or 422: ${taken.length > 0 ? `it takes thinking in ${taken.join(' or ')} only` : 'it takes no thinking back'}.`,
        fix: { title: 'Drop the thinking', edits: dropThinking(message, raw) },
      }
    }
  },
}

/** The field it arrived in (request/replay-reasoning). */
function sameField(raw: JsonObject): string {
  const isList = (value: unknown): boolean => Array.isArray(value) && value.length > 0
  if (isList(raw.reasoning_details)) return 'reasoning_details'
  if (isList(raw.thinking_blocks)) return 'thinking_blocks'
  const from = textOf(field(raw.reasoningSource, 'field'))
  if (from === 'think_tags') return 'thinkTags'
  return from === 'content' ? 'contentParts' : (from ?? 'reasoning')
}
