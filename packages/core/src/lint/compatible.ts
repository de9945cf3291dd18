import type { EditPath, Finding, LintEdit } from './lint-types.js'

/** What an entry that is replaced or removed leaves. */
const GONE = Symbol('gone')

/**
 * The findings whose fixes go together, in order. One that writes where an earlier one has written, above it or below,
 * was made for a message that is no longer so; it is left for the next time.
 */
export function compatible(findings: readonly Finding[]): Finding[] {
  /** What was written, by place, and every place above one. */
  const written = new Map<string, unknown>()
  const above = new Set<string>()
  const clashes = (edit: LintEdit): boolean => {
    const path = pathOf(edit)
    if (!path) return false
    const key = keyOf(path)
    // Two rules may agree.
    const agrees = edit.op === 'set' && written.has(key) && written.get(key) === edit.value
    return !agrees && (above.has(key) || prefixes(path).some((one) => written.has(one)))
  }
  return findings.filter(({ fix }) => {
    if (!fix || fix.edits.some(clashes)) return false
    for (const edit of fix.edits) {
      const path = pathOf(edit)
      if (!path) continue
      written.set(keyOf(path), edit.op === 'set' ? edit.value : GONE)
      for (const one of prefixes(path).slice(0, -1)) above.add(one)
    }
    return true
  })
}

function pathOf(edit: LintEdit): EditPath | undefined {
  if (edit.op === 'replace') return [edit.message]
  return edit.op === 'set' || edit.op === 'unset' ? [edit.message, ...edit.path] : undefined
}

/** The path itself and all above it. */
function prefixes(path: EditPath): string[] {
  return path.map((_, i) => keyOf(path.slice(0, i + 1)))
}

function keyOf(path: EditPath): string {
  return JSON.stringify(path)
}
