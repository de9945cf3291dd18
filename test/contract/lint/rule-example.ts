import type { LintOptions, LintProfile, Severity } from '@antiphon/lint'

/** A rule shown by one transcript that breaks it and one that does not. */
export interface RuleExample {
  rule: string
  /** Where the rule is from, and what a reader is told. */
  title: string
  profile?: LintProfile
  options?: LintOptions
  wrong: unknown[]
  severity: Severity
  path: string
  /** Words of the fix; absent where none is safe. */
  fix?: string
  /** The messages after the fix. */
  mended?: unknown[]
  right: unknown[]
}

export const user = { role: 'user', content: 'When is high tide?' }
export const answer = { role: 'assistant', content: 'At six.' }

export function call(id: string, fields: object = {}, text = '{}'): object {
  return { id, type: 'function', function: { name: 'tide', arguments: text }, ...fields }
}

export function calling(...calls: unknown[]): object {
  return { role: 'assistant', content: '', tool_calls: calls }
}

export function result(id: string, content: unknown = 'six'): object {
  return { role: 'tool', tool_call_id: id, content }
}
