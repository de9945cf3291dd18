import { applyEdits } from './apply-edits.js'
import { lintRules } from './lint-rules.js'
import { lintTranscript } from './lint-transcript.js'
import type { Finding, LintOptions, LintRule } from './lint-types.js'
import type { LintProfile } from './policy-of.js'

/** Rules can wake each other: a block that becomes a message can be in the wrong order. Three rounds settle it; this ends it. */
const MAX_ROUNDS = 10

export interface FixedTranscript {
  /** A new array. Messages that no fix touched are the same objects. */
  messages: unknown[]
  /**
   * The findings that were fixed, in order. Those of a later round speak of the array as the earlier ones left it. A
   * chosen finding that is not here has no fix, or another fix had already replaced its message: lint again.
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
  for (let round = 0; names.size > 0 && round < MAX_ROUNDS; round++) {
    const before = fixed.applied.length
    for (const rule of known) {
      if (!names.has(rule.name)) continue
      const found = lintTranscript(fixed.messages, profile, { ...options, rules: [rule] })
      const next = applyFindings(fixed.messages, found, known)
      fixed = { messages: next.messages, applied: [...fixed.applied, ...next.applied] }
    }
    if (fixed.applied.length === before) break
  }
  return fixed
}

/** All at once, in the order of the rules. What another fix has replaced as a whole is left for the next time. */
function applyFindings(
  messages: readonly unknown[],
  findings: readonly Finding[],
  rules: readonly LintRule[],
): FixedTranscript {
  const order = new Map(rules.map(({ name }, i) => [name, i]))
  const sorted = [...findings].sort((a, b) => (order.get(a.rule) ?? 0) - (order.get(b.rule) ?? 0))
  /** Messages that were replaced, and those that were changed in another way, by the rule that did it. */
  const replaced = new Set<number>()
  const touched = new Set<number>()
  const applied = sorted.filter(({ fix }) => {
    if (!fix) return false
    const clashes = fix.edits.some((edit) => {
      if (edit.op === 'insert') return false
      return replaced.has(edit.message) || (edit.op === 'replace' && touched.has(edit.message))
    })
    if (clashes) return false
    for (const edit of fix.edits) {
      if (edit.op === 'insert') continue
      touched.add(edit.message)
      if (edit.op === 'replace') replaced.add(edit.message)
    }
    return true
  })
  return {
    messages: applyEdits(
      messages,
      applied.flatMap(({ fix }) => fix?.edits ?? []),
    ),
    applied,
  }
}
