import type { LintRule } from '../lint-types.js'
import { profilePolicies } from '../profile-policies.js'
import { OTHER_THINKING_FIELDS } from './thinking.js'

/** wire-facts 5: DeepSeek V3.2 and V4 on every turn once tools are used, Moonshot on turns with calls. */
export const reasoningMissing: LintRule = {
  name: 'reasoning-missing',
  about: 'An answer without thinking where the endpoint answers 400 (DeepSeek V4, Moonshot).',
  *check({ turns, policy, provider, options }) {
    const { turns: sent, emptyKey = familyOf(provider?.id) } = policy.reasoning ?? {}
    const needed = emptyKey || familyOf(provider?.id)
    const hasTools = Boolean(options.tools?.length) || turns.some(({ unit }) => unit.calls.length > 0)
    if (!provider || !needed || sent === 'never' || !hasTools) return
    for (const { unit } of turns) {
      const { raw, message, calls } = unit
      const isThere = ['reasoning', ...OTHER_THINKING_FIELDS].some((field) => typeof raw[field] === 'string')
      if (isThere || (needed === 'toolTurns' && calls.length === 0)) continue
      yield {
        severity: 'error',
        where: { message },
        path: ['reasoning'],
        message: `The answer has no thinking, and ${provider.name} wants it back${needed === 'toolTurns' ? ' beside calls' : ' once tools are used'}.`,
        effect: `${provider.name} answers 400 while it thinks: ${
          needed === 'toolTurns'
            ? 'reasoning_content is missing in assistant tool call message'
            : 'the reasoning_content in the thinking mode must be passed back'
        }. An empty text will do.${emptyKey ? ' Antiphon writes one on the way out.' : ''}`,
        fix: {
          title: 'Add thinking of an empty text',
          edits: [{ op: 'set', message, path: ['reasoning'], value: '' }],
        },
      }
    }
  },
}

/** What the family of a profile needs, also when overrides switch it off. */
function familyOf(id: string | undefined): boolean | 'toolTurns' {
  const known = id !== undefined && Object.hasOwn(profilePolicies, id) ? profilePolicies[id] : undefined
  return known?.messages.reasoning?.emptyKey ?? false
}
