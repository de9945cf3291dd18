import { lintRules } from './lint-rules.js'
import { policyOf, type LintProfile } from './policies.js'
import { createContext } from './read-transcript.js'
import type { EditPath, Finding, LintOptions, LintRule, RuleFinding } from './types.js'

/**
 * Finds the faults of an array of messages. A finding says what happens because of it, at which endpoints, and how to fix
 * it (`fixTranscript`). With a `profile` it checks for that endpoint; without one, for what some endpoints refuse. Findings
 * are in the order of the messages, then of the rules.
 *
 * The array may hold anything, and time grows with its length: nothing in it makes this throw.
 *
 * @throws TypeError when `profile` names none.
 */
export function lintTranscript(
  messages: readonly unknown[],
  profile?: LintProfile,
  options: LintOptions = {},
): Finding[] {
  if (!Array.isArray(messages)) {
    policyOf(profile, options.model)
    return [notAList(messages)]
  }
  const context = createContext(messages, profile, options)
  const findings = (options.rules ?? lintRules).flatMap((rule) =>
    Array.from(rule.check(context), (finding) => named(rule, finding)),
  )
  // Sorting is stable, so rules keep their order at one message.
  return findings.sort((a, b) => a.where.message - b.where.message)
}

function named(
  { name }: LintRule,
  { severity, where, path = [], message, effect, fix }: RuleFinding,
): Finding {
  const place = placeInWords(['messages', where.message, ...path])
  return { rule: name, severity, where, path: place, message, effect, ...(fix && { fix }) }
}

/** `['messages', 3, 'tool_calls', 0]` → `messages[3].tool_calls[0]`. */
function placeInWords(path: EditPath): string {
  return path.map((key, i) => (typeof key === 'number' ? `[${key}]` : i ? `.${key}` : key)).join('')
}

function notAList(value: unknown): Finding {
  return {
    rule: 'not-a-list',
    severity: 'error',
    where: { message: 0 },
    path: 'messages',
    message: `This is ${value === null ? 'null' : typeof value === 'object' ? 'an object' : typeof value}, not an array of messages.`,
    effect: 'Nothing can be read or sent. In a request body the array is in the field messages.',
  }
}
