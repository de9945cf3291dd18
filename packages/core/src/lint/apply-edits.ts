import { isRecord } from '../errors/is-record.js'
import type { EditPath, EditTarget, LintEdit } from './lint-types.js'

/** Stands where an entry of a list was, so that the entries behind it keep their positions until the end. */
const GONE = Symbol('gone')

interface Slot {
  items: unknown[]
  /** Put behind this place, wherever the message itself may go. */
  after: { order: number; items: readonly unknown[]; answers?: EditTarget }[]
}

/** Makes the edits, all of which speak of positions in `messages`, in order. The array and all it holds stay unchanged. */
export function applyEdits(messages: readonly unknown[], edits: Iterable<LintEdit>): unknown[] {
  const slots = Array.from(messages, (message): Slot => ({ items: [message], after: [] }))
  /** For positions that are none: edits of findings for another array do no harm. */
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

/** Changes values by copying what is on the way to the change, each thing once. */
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
