import { isPlainRecord } from '@antiphon/base'
import type { Where } from './visitor.js'

type Holder = Record<string | number, unknown>

/** A place of a copy that holds a text, a number or the name of a field. */
export interface Slot {
  holder: Holder
  key: string | number
  text: string
  where: Where
  is: 'text' | 'number' | 'name'
  /** Name of the field whose value it is; some rules go by it. */
  field: string
}

/** Names of the fields that name the value beside them. */
const LABELS = ['name', 'key', 'header', 'variable', 'field']

/**
 * A copy of a value with every place of it that can hold a text, in order. No recursion: depth costs no stack. Bytes and other
 * objects that are not plain records are not copied.
 */
export function slotsOf(subject: unknown): { copy: { value: unknown }; slots: Slot[] } {
  const copy = { value: undefined as unknown }
  const slots: Slot[] = []
  const copies = new Map<object, unknown>()
  interface Todo {
    from: unknown
    holder: Holder
    key: string | number
    where: Where
    field: string
  }
  const todo: Todo[] = [{ from: subject, holder: copy, key: 'value', where: {}, field: '' }]
  for (let one = todo.pop(); one; one = todo.pop()) {
    const { from, holder, key, where, field } = one
    put(holder, key, from)
    if (typeof from === 'string') slots.push({ holder, key, text: from, where, is: 'text', field })
    else if (typeof from === 'number' && Math.abs(from) >= 1000 && Number.isInteger(from))
      slots.push({ holder, key, text: String(from), where, is: 'number', field })
    const isList = Array.isArray(from)
    if (!isList && !isPlainRecord(from)) continue
    if (copies.has(from)) {
      put(holder, key, copies.get(from))
      continue
    }
    const made: Holder = isList ? ([] as unknown as Holder) : {}
    copies.set(from, made)
    put(holder, key, made)
    const label = isList
      ? undefined
      : LABELS.map((name) => from[name]).find((name) => typeof name === 'string')
    const inside: Todo[] = []
    for (const [name, entry] of Array.isArray(from) ? from.entries() : Object.entries(from)) {
      const at: Where = { outer: where, key: name }
      if (typeof name === 'string' && name.length > 3)
        slots.push({
          holder: made,
          key: name,
          text: name,
          where: { ...at, isName: true },
          is: 'name',
          field: '',
        })
      const named =
        typeof name === 'string' ? (name === 'value' && typeof label === 'string' ? label : name) : field
      inside.push({ from: entry, holder: made, key: name, where: at, field: named })
    }
    todo.push(...inside.toReversed())
  }
  return { copy, slots }
}

/** `__proto__` is a field like any other. */
function put(holder: Holder, key: string | number, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true })
  else holder[key] = value
}

/** The record with other names, in the same order. */
export function renameFields(holder: Holder, names: ReadonlyMap<string, string>): void {
  const entries = Object.entries(holder)
  for (const [name] of entries) delete holder[name]
  const used = new Set<string>()
  for (const [name, value] of entries) {
    let next = names.get(name) ?? name
    for (let more = 2; used.has(next); more++) next = `${names.get(name) ?? name} ${more}`
    used.add(next)
    put(holder, next, value)
  }
}
