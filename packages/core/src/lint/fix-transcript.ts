import { applyEdits } from './apply-edits.js'
import { compatible } from './compatible.js'
import { lintRules } from './lint-rules.js'
import { lintTranscript } from './lint-transcript.js'
import type { Finding, LintOptions, LintRule } from './lint-types.js'
import type { LintProfile } from './policy-of.js'

/** Rules can wake each other: a block that becomes a message can be in the wrong order. A few rounds settle it; this ends it. */
const MAX_ROUNDS = 20

/** What `fixTranscript` gives back. */
export interface FixedTranscript {
  /** A new array. Messages that no fix touched are the same objects. */
  messages: unknown[]
  /**
   * The findings that were fixed, in order. Those of a later round speak of the array as the earlier ones left it. A
   * chosen finding that is not here has no fix, or another fix had already changed its place: lint again.
   */
  applied: Finding[]
}

/**
 * Applies chosen fixes. `chosen` holds findings of `lintTranscript` for the same array, or names of rules, which stand
 * for all their findings, those that come to light on the way included; `profile` and `options` are for names, and as
 * they were for `lintTranscript`. Nothing is changed in place, and doing it twice is doing it once.
 *
 * @throws TypeError when a name is that of no rule.
 */
export function fixTranscript(
  messages: readonly unknown[],
  chosen: readonly (Finding | string)[],
  profile?: LintProfile,
  options: LintOptions = {},
): FixedTranscript {
  const known = options.rules ?? lintRules
  const names = new Set(chosen.filter((entry) => typeof entry === 'string'))
  for (const name of names) {
    if (!known.some((rule) => rule.name === name)) {
      throw new TypeError(
        `There is no rule "${name}". Rules are: ${known.map((rule) => rule.name).join(', ')}.`,
      )
    }
  }
  const findings = chosen.filter((entry) => typeof entry === 'object')
  let fixed = applyFindings(Array.isArray(messages) ? messages : [], findings, known)
  const rules = known.filter(({ name }) => names.has(name))
  for (let round = 0; rules.length > 0 && round < MAX_ROUNDS; round++) {
    const next = applyFindings(
      fixed.messages,
      lintTranscript(fixed.messages, profile, { ...options, rules }),
      known,
    )
    if (next.applied.length === 0) break
    fixed = { messages: next.messages, applied: [...fixed.applied, ...next.applied] }
  }
  return fixed
}

/** All at once, in the order of the rules. */
function applyFindings(
  messages: readonly unknown[],
  findings: readonly Finding[],
  rules: readonly LintRule[],
): FixedTranscript {
  const order = new Map(rules.map(({ name }, i) => [name, i]))
  const sorted = [...findings].sort((a, b) => (order.get(a.rule) ?? 0) - (order.get(b.rule) ?? 0))
  const applied = compatible(sorted)
  return {
    messages: applyEdits(
      messages,
      applied.flatMap(({ fix }) => fix?.edits ?? []),
    ),
    applied,
  }
}
