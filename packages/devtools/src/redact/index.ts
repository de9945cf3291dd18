import { leftoverSteps, redactSteps, reviewSteps } from './review.js'
import { runSteps } from './run-steps.js'
import type { RedactionFinding, Redaction, Review, ReviewOptions } from './types.js'

/**
 * The entry `@antiphon/devtools/redact`: what a transcript should not tell when it is shared, found and replaced by names. Plain data in
 * and out; nothing is changed that was not in a review before.
 */
export type * from './types.js'
export { byPattern } from './by-pattern.js'
export { redactionRules } from './rules.js'
export { leftoverSteps, redactSteps, reviewSteps }
export { runInSlices, type PauseOptions } from './run-steps.js'

/**
 * Finds secrets, home paths, names, addresses and the user's own texts in all texts of a value: messages, a title, a document. Each
 * finding is searched for everywhere, also inside of JSON, base64, percent codes and image metadata.
 */
export function review(subject: unknown, options?: ReviewOptions): Review {
  return runSteps(reviewSteps(subject, options))
}

/** A copy in which the findings of its review read as their names, but for those to `keep`, by id. */
export function redact<Subject>(
  subject: Subject,
  found: Review,
  keep?: ReadonlySet<string>,
): Redaction<Subject> {
  return runSteps(redactSteps(subject, found, keep))
}

/** The findings that a finished text still holds, in any spelling. Empty for a text that may be shared. */
export function leftovers(text: string, findings: readonly RedactionFinding[]): RedactionFinding[] {
  return runSteps(leftoverSteps(text, findings))
}
