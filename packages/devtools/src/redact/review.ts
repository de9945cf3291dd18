import { percentReadings } from './edit-percent.js'
import { editText } from './edit-text.js'
import { applyEdits, moveOffset, type Edit } from './edits.js'
import { findValues } from './find-values.js'
import { createMatcher, editsOf, type Match, type Sought } from './matcher.js'
import { redactionRules } from './rules.js'
import { bareSpellingsOf, bareText, readingsOf } from './readings.js'
import { renameFields, slotsOf, type Slot } from './slots.js'
import { base64SpellingsOf, spellingsOf } from './spellings.js'
import type {
  RedactionFinding,
  RedactionPlace,
  Redaction,
  RedactionRule,
  RedactionSummary,
  Review,
  ReviewOptions,
} from './types.js'
import { pathOf, wrapsOf, type Visitor, type Where } from './visitor.js'
import { windowsOf } from './windows.js'

/** Characters that are looked at between two pauses. */
const STRIDE = 200_000
/** Places of a finding that are listed, and the characters of context before and after each. */
const MOST_PLACES = 50
const AROUND = 60
/** A shorter value would be found in anything. */
const SHORTEST = 3
/** Values below this length are replaced only as whole words: `4711` is not replaced inside `147119`. */
const SHORT = 8

/** A name that replaced a value in an earlier review. */
const NAMED = /<[a-z][a-z-]{1,30}-\d{1,9}>/g

interface Value {
  rule: string
  kind: string
  values: string[]
  isWord: boolean
}

/** Finds what should not be told, without changing anything. The steps let whoever runs them pause: see `inSteps`. */
export function* reviewSteps(subject: unknown, options: ReviewOptions = {}): Generator<void, Review> {
  const { rules = redactionRules, texts = [] } = options
  const values = new Map<string, Value>()
  const { slots } = slotsOf(subject)
  for (const text of texts)
    if (text.length >= SHORTEST)
      values.set(`text\n${text}`, { rule: 'own-text', kind: 'text', values: [text], isWord: false })
  yield* visitAll(slots, collector(rules, values))

  const found = [...values.values()]
  const matcher = createMatcher(soughtOf(found))
  const inBytes = createMatcher(bytesOf(found))
  const places = found.map((): { count: number; first: number; places: RedactionPlace[] } => ({
    count: 0,
    first: Infinity,
    places: [],
  }))
  let order = 0
  const note = (text: string, where: Where, matches: readonly Match[]): void => {
    for (const { start, end, finding } of matches) {
      const at = places[finding]!
      at.first = Math.min(at.first, order++)
      at.count++
      if (at.places.length < MOST_PLACES)
        at.places.push({
          path: pathOf(where),
          inside: wrapsOf(where),
          before: text.slice(Math.max(0, start - AROUND), start),
          after: text.slice(end, end + AROUND),
          text: text.slice(start, end),
        })
    }
  }
  const taken = new Set<string>()
  const look: Visitor = {
    *text(text, where) {
      if (text.includes('<')) for (const [name] of text.matchAll(NAMED)) taken.add(name)
      note(text, where, yield* matcher.find(text, true))
      return []
    },
    field: () => undefined,
    *bytes(text, where) {
      note(text, where, yield* inBytes.find(text, true))
      return []
    },
    *segment({ text }, where) {
      note(text, where, yield* matcher.find(text, true))
      return false
    },
  }
  yield* visitAll(slots, look)

  const counts = new Map<string, number>()
  const findings = found
    .map((value, i) => ({ ...value, ...places[i]! }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => one.first - other.first)
    .map(({ rule, kind, isWord, values: spelled, count, places: shown }, i): RedactionFinding => {
      let number = counts.get(kind) ?? 0
      do number++
      while (taken.has(`<${kind}-${number}>`))
      counts.set(kind, number)
      const name = `<${kind}-${number}>`
      return { id: `${i}`, rule, kind, name, values: spelled, isWord, count, places: shown }
    })
  return { findings, characters: slots.reduce((sum, { text }) => sum + text.length, 0) }
}

/** Replaces the findings of a review by their names, everywhere, in a copy. Those with an id in `keep` stay. */
export function* redactSteps<Subject>(
  subject: Subject,
  review: Review,
  keep: ReadonlySet<string> = new Set(),
): Generator<void, Redaction<Subject>> {
  const accepted = review.findings.filter(({ id }) => !keep.has(id))
  const matcher = createMatcher(soughtOf(accepted))
  const inBytes = createMatcher(bytesOf(accepted))
  const places = accepted.map(() => 0)
  const removed: { what: 'image-metadata' | 'logprobs'; path: string }[] = []
  const put = ({ finding }: Match): string => {
    places[finding]!++
    return accepted[finding]!.name
  }
  const replace: Visitor = {
    text: function* (text) {
      return editsOf(yield* matcher.find(text, false), put)
    },
    field: () => undefined,
    bytes: function* (text) {
      // Other bytes of the same length: what they are a part of says its length elsewhere.
      return editsOf(yield* inBytes.find(text, false), (match) => {
        put(match)
        return 'A'.repeat(match.end - match.start)
      })
    },
    segment: function* (segment, where) {
      const matches = yield* matcher.find(segment.text, false)
      const goes = segment.isUnread || matches.length > 0
      matches.forEach(put)
      if (goes) removed.push({ what: 'image-metadata', path: pathOf(where) })
      return goes && accepted.length > 0
    },
  }
  const { copy, slots } = slotsOf(subject)
  if (accepted.length > 0) {
    const names = new Map<Slot['holder'], Map<string, string>>()
    const edited = new Map<Slot['holder'], Map<string, Edit[]>>()
    yield* visitAll(slots, replace, (slot, edits) => {
      const { holder, key, text, is } = slot
      const next = applyEdits(text, edits)
      if (is === 'name') names.set(holder, (names.get(holder) ?? new Map()).set(String(key), next))
      else {
        holder[key] = next
        edited.set(holder, (edited.get(holder) ?? new Map()).set(String(key), edits))
      }
    })
    for (const [holder, fields] of edited) moveOffsets(holder, fields)
    for (const holder of edited.keys())
      if (holder['logprobs'] !== undefined && edited.get(holder)!.has('content')) {
        // Its tokens spell the text once more, in pieces.
        delete holder['logprobs']
        const slot = slots.find((one) => one.holder === holder)
        removed.push({ what: 'logprobs', path: pathOf(slot?.where.outer) })
      }
    for (const [holder, fields] of names) renameFields(holder, fields)
  }
  const kinds = new Map<string, { kind: string; values: number; places: number }>()
  accepted.forEach(({ kind }, i) => {
    const one = kinds.get(kind) ?? { kind, values: 0, places: 0 }
    kinds.set(kind, { kind, values: one.values + 1, places: one.places + places[i]! })
  })
  const summary: RedactionSummary = {
    values: accepted.length,
    places: places.reduce((sum, count) => sum + count, 0),
    kinds: [...kinds.values()],
    kept: review.findings.length - accepted.length,
    removed,
  }
  return { value: copy.value as Subject, summary }
}

/**
 * Which of these findings a text still holds: in any spelling, in base64, hexadecimal, percent codes or as a list of bytes, in another case, and where
 * only who reads the text sees them whole (`<b>sk-</b>12…`, entities, marks of Markdown). Empty for what may leave.
 */
export function* leftoverSteps(
  text: string,
  findings: readonly RedactionFinding[],
): Generator<void, RedactionFinding[]> {
  const matches = yield* createMatcher(bytesOf(findings)).find(text, true)
  const sought = createMatcher(soughtOf(findings))
  for (const reading of percentReadings(text)) matches.push(...(yield* sought.find(reading, true)))
  const bare = createMatcher(bareOf(findings))
  for (const reading of readingsOf(text)) matches.push(...(yield* bare.find(reading, true)))
  return [...new Set(matches.map(({ finding }) => findings[finding]!))]
}

function collector(rules: readonly RedactionRule[], values: Map<string, Value>): Visitor {
  const byName = new Map(rules.map((rule) => [rule.name, rule]))
  const add = (rule: RedactionRule, kind: string, value: string): void => {
    if (value.length < SHORTEST) return
    // A value that two rules find has the name that the first gave it.
    if (known.has(value)) return
    const same = `${kind}\n${rule.same?.(value) ?? value}`
    const one = values.get(same)
    if (one) one.values.push(value)
    else values.set(same, { rule: rule.name, kind, values: [value], isWord: rule.isWord ?? false })
    known.add(value)
  }
  const known = new Set([...values.values()].flatMap((one) => one.values))
  const seen = new Set<string>()
  const fields = rules.filter((rule) => rule.isField)
  const findIn = (text: string): void => {
    for (const { rule, start, end, also = [] } of findValues(rules, text)) {
      add(rule, rule.kind, text.slice(start, end))
      for (const more of also)
        add(
          byName.get(more.rule) ?? { name: more.rule, kind: more.kind, isWord: true },
          more.kind,
          more.value,
        )
    }
  }
  return {
    *text(text) {
      // Short texts such as names of fields repeat in each message.
      if (text.length < 100) {
        if (seen.has(text)) return []
        seen.add(text)
      }
      for (const { text: piece } of windowsOf(text)) {
        findIn(piece)
        if (piece.length > 10_000) yield
      }
      return []
    },
    field(name, text) {
      if (name === '' || text.length > 20_000) return
      const value = text.trim()
      const rule = fields.find((one) => one.isField!(name, value))
      if (rule) add(rule, rule.kind, value)
    },
    *segment({ text }) {
      findIn(text)
      yield
      return false
    },
  }
}

function* visitAll(
  slots: readonly Slot[],
  visitor: Visitor,
  change: (slot: Slot, edits: Edit[]) => void = () => undefined,
): Generator<void, void> {
  let seen = 0
  for (const slot of slots) {
    const { text, where, is, field, key } = slot
    if (is !== 'name') visitor.field(field, text, where)
    const edits =
      is === 'number'
        ? yield* visitor.text(text, where)
        : yield* editText(text, where, visitor, 0, key === 'arguments')
    if (edits.length > 0) change(slot, edits)
    seen += text.length + 20
    if (seen < STRIDE) continue
    seen = 0
    yield
  }
}

type Spelled = Pick<RedactionFinding, 'values' | 'isWord'>

function soughtOf(found: readonly Spelled[]): Sought[] {
  return found.flatMap(({ values, isWord }, finding) =>
    values.flatMap((value) =>
      spellingsOf(value).map((text) => ({
        text,
        finding,
        isWord: isWord || value.length < SHORT,
      })),
    ),
  )
}

function bytesOf(found: readonly Spelled[]): Sought[] {
  return found.flatMap(({ values }, finding) =>
    values.flatMap((value) => base64SpellingsOf(value).map((text) => ({ text, finding, isWord: false }))),
  )
}

/** Shorter values would be found in anything when case and marks do not count. */
function bareOf(found: readonly Spelled[]): Sought[] {
  return found.flatMap(({ values, isWord }, finding) =>
    values.flatMap((value) =>
      bareText(value).length < SHORT
        ? []
        : bareSpellingsOf(value).map((text, i) => ({ text, finding, isWord: isWord && i === 0 })),
    ),
  )
}

/** Moves the offsets into the texts of a message along with the edits: of segments, continuations and annotations. */
function moveOffsets(holder: Slot['holder'], edited: ReadonlyMap<string, Edit[]>): void {
  const move = (
    record: unknown,
    key: string,
    edits: readonly Edit[] | undefined,
    to: 'start' | 'end',
  ): void => {
    if (!edits || typeof record !== 'object' || record === null) return
    const offset: unknown = Reflect.get(record, key)
    if (typeof offset === 'number') Reflect.set(record, key, moveOffset(offset, edits, to))
  }
  const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
  for (const segment of listOf(holder['segments'])) {
    const type: unknown = Reflect.get(Object(segment), 'type')
    const edits = edited.get(type === 'text' ? 'content' : String(type))
    move(segment, 'start', edits, 'start')
    move(segment, 'end', edits, 'end')
  }
  const content = edited.get('content')
  for (const one of listOf(Reflect.get(Object(holder['request']), 'continued')))
    move(one, 'at', content, 'start')
  for (const annotation of listOf(holder['annotations'])) {
    for (const record of [annotation, ...Object.values(Object(annotation) as object)]) {
      move(record, 'start_index', content, 'start')
      move(record, 'end_index', content, 'end')
    }
  }
}
