import { createCallIds } from '../request/call-ids.js'
import type { LintContext, LintOptions } from './lint-types.js'
import { pairUnits } from './pair-units.js'
import { policyOf, type LintProfile } from './policy-of.js'
import { readUnits } from './read-units.js'

/** Reads a transcript once, for all rules. */
export function createContext(
  messages: readonly unknown[],
  profile: LintProfile | undefined,
  options: LintOptions,
): LintContext {
  const units = readUnits(messages)
  const { turns } = pairUnits(units)
  const about = policyOf(profile, options.model)
  let ids: Map<unknown, string> | undefined
  return {
    messages,
    units,
    turns,
    ...about,
    options,
    wireIds: () => (ids ??= wireIdsOf(turns, about.policy)),
  }
}

/** The same map that the request builder makes, so that a fix writes what would be sent. */
function wireIdsOf(turns: LintContext['turns'], policy: LintContext['policy']): Map<unknown, string> {
  const callIdPattern = compiles(policy.callIdPattern) ? policy.callIdPattern : undefined
  const wireId = createCallIds({ ...policy, callIdPattern }, () => {})
  return new Map(
    turns.flatMap(({ unit }) => unit.calls.map((call): [unknown, string] => [call, wireId(call.id, '')])),
  )
}

/** It may be the user's own, typed into a form. */
export function compiles(pattern: string | undefined): boolean {
  try {
    return pattern === undefined || Boolean(RegExp(pattern))
  } catch {
    return false
  }
}
