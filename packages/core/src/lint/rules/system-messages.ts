import type { LintEdit, LintRule } from '../lint-types.js'
import type { Unit } from '../transcript-types.js'
import { textOfContent } from './text-of-unit.js'

/** wire-facts 1.1, several / late system messages. */
export const severalSystems: LintRule = {
  name: 'several-systems',
  about: 'More than one system message at the beginning.',
  *check({ units, policy, provider }) {
    const end = units.findIndex(({ role }) => role !== 'system')
    const leading = units.slice(0, end < 0 ? undefined : end)
    const [first, second] = leading
    if (!first || !second) return
    const content = leading
      .map(({ raw }) => textOfContent(raw.content))
      .filter(Boolean)
      .join('\n\n')
    const edits: LintEdit[] = [
      { op: 'set', message: first.message, path: ['content'], value: content },
      ...leading.slice(1).map(({ message }) => ({ op: 'replace', message, with: [] }) as const),
    ]
    yield {
      severity: provider && policy.lateSystem ? 'warning' : 'info',
      where: { message: second.message },
      message: `There are ${leading.length} system messages at the beginning.`,
      effect: 'MiniMax answers 400, and some templates read only one. Antiphon joins them on the way out.',
      fix: { title: 'Join them', edits },
    }
  },
}

export const lateSystem: LintRule = {
  name: 'late-system',
  about: 'A system message after the conversation has begun.',
  *check({ units, policy, provider }) {
    const place = policy.lateSystem ?? 'keep'
    // Most endpoints take it; of one that is named, the profile says.
    if (provider && provider.id !== 'generic' && place === 'keep') return
    let hasBegun = false
    for (const unit of units) {
      hasBegun ||= unit.role !== 'system'
      if (!hasBegun || unit.role !== 'system') continue
      yield {
        severity: place === 'keep' ? 'info' : 'warning',
        where: { message: unit.message },
        message: 'A system message comes after the conversation has begun.',
        effect:
          'MiniMax answers 400, and the templates of Qwen and Mistral raise; Anthropic moves it to the beginning. Antiphon sends it as the profile says.',
        fix: { title: 'Make it a message of the user that says what it is', edits: asUser(unit) },
      }
    }
  },
}

function asUser({ message, raw }: Unit): LintEdit[] {
  const { kind } = raw
  return [
    { op: 'set', message, path: ['role'], value: 'user' },
    { op: 'set', message, path: ['content'], value: `[System message]\n${textOfContent(raw.content)}` },
    // A message of the user has no such kind.
    ...(kind === 'developer' ? [{ op: 'unset', message, path: ['kind'] } as const] : []),
  ]
}
