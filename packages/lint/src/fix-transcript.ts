import { isRecord } from '@antiphon/base'
import { lintRules } from './lint-rules.js'
import { lintTranscript } from './lint-transcript.js'
import type { LintProfile } from './policies.js'
import type { EditPath, EditTarget, LintEdit, Finding, LintOptions, LintRule } from './types.js'

/** A placeholder for a removed entry, so that later entries keep their positions until the end. */
const GONE = Symbol('gone')

interface Slot {
  items: unknown[]
  /** Put behind this place, wherever the message itself may go. */
  after: { order: number; items: readonly unknown[]; answers?: EditTarget }[]
}

/** Makes the edits in order. All of them use positions in `messages`. The array and its contents stay unchanged. */
function applyEdits(messages: readonly unknown[], edits: Iterable<LintEdit>): unknown[] {
  const slots = Array.from(messages, (message): Slot => ({ items: [message], after: [] }))
  /** For invalid positions, so that edits for another array do no harm. */
  const nowhere: Slot = { items: [], after: [] }
  const at = (index: number): Slot => slots[index] ?? nowhere
  const copies = createCopies()
  /** Findings about one turn share this edit. */
  const arranged = new Set<LintEdit>()

  for (const edit of edits) {
    if (edit.op === 'arrange') {
      if (arranged.size === arranged.add(edit).size) continue
      edit.messages.forEach((message, order) => {
        if (message !== null) at(edit.after).after.push({ order, items: at(message).items.splice(0) })
      })
    } else if (edit.op === 'insert' || edit.op === 'move') {
      const items = edit.op === 'insert' ? [edit.value] : at(edit.message).items.splice(0)
      at(edit.after).after.push({ order: edit.order ?? 0, items, answers: edit.answers })
    } else if (edit.op === 'replace') {
      at(edit.message).items = [...edit.with]
    } else {
      const slot = at(edit.message)
      const value = edit.op === 'set' ? edit.value : GONE
      slot.items = slot.items.map((item) => copies.change(item, edit.path, value))
    }
  }
  for (const put of slots.flatMap(({ after }) => after)) {
    const id = put.answers && valueAt(at(put.answers.message).items[0], put.answers.path)
    if (typeof id !== 'string') continue
    put.items = put.items.map((item) =>
      isRecord(item) && item.tool_call_id !== id ? copies.change(item, ['tool_call_id'], id) : item,
    )
  }
  copies.close()
  return slots.flatMap(({ items, after }) => [
    ...items,
    ...after.sort((a, b) => a.order - b.order).flatMap((put) => put.items),
  ])
}

function valueAt(target: unknown, path: EditPath): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      Array.isArray(value) || isRecord(value) ? (value as Record<string | number, unknown>)[key] : undefined,
    target,
  )
}

/** Changes values by copying each object on the path once. */
function createCopies() {
  const own = new Set<object>()
  const gaps = new Set<unknown[]>()

  const change = (target: unknown, path: EditPath, value: unknown): unknown => {
    const [key, ...rest] = path
    if (key === undefined) return value
    if (Array.isArray(target) && typeof key === 'number') {
      const copy = own.has(target) ? target : [...(target as unknown[])]
      own.add(copy)
      copy[key] = change(copy[key], rest, value)
      if (copy[key] === GONE) gaps.add(copy)
      return copy
    }
    if (!isRecord(target) || typeof key !== 'string') return target
    const copy = own.has(target) ? target : { ...target }
    own.add(copy)
    const changed = change(copy[key], rest, value)
    if (changed === GONE) delete copy[key]
    else copy[key] = changed
    return copy
  }
  const close = (): void => {
    for (const list of gaps) list.splice(0, list.length, ...list.filter((item) => item !== GONE))
  }
  return { change, close }
}

/**
 * The findings whose fixes can be applied together, in order. A fix that writes to the same place as an earlier one, above
 * or below it, was made for an older state. It is left for the next round.
 */
function compatible(findings: readonly Finding[]): Finding[] {
  /** Written values by place, and all places above them. */
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

/**
 * A fix can cause another finding: a block that becomes a message can be in the wrong order. A few rounds settle that; this
 * is the limit.
 */
const MAX_ROUNDS = 20

/** The result of `fixTranscript`. */
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
 * Applies chosen fixes. `chosen` holds findings of `lintTranscript` for the same array, or names of rules. A name means
 * all findings of its rule, including those that other fixes bring up. For names pass the same `profile` and `options`
 * as to `lintTranscript`. Nothing is changed in place, and a second run changes nothing more.
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
