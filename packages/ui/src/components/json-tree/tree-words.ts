import { clip } from '../../lib/cut-text.js'
import { isRecord, isScalar, scalarText } from '../../lib/read-json.js'
import { jsonText } from '../../lib/json-text.js'

/** Entries of one level at first. */
export const PAGE = 30
/** Levels that are open at first, and the level from which on the value is one line of text. */
export const OPEN_DEPTH = 2
export const MAX_DEPTH = 24
/** Units of a leaf at first. */
export const LEAF = 4_000
/** Up to this many values are all there at once, for print, find-in-page and pages without scripts. */
const SMALL = 400

/** Whether there are so many values that levels which are closed at first hold nothing until they are opened. */
export function isLarge(value: unknown): boolean {
  const open: unknown[] = [value]
  let found = 0
  while (open.length > 0 && found <= SMALL) {
    const at = open.pop()
    found++
    if (typeof at !== 'object' || at === null) continue
    const inside = Object.values(at)
    found += Math.max(0, inside.length - SMALL)
    for (const one of inside.slice(0, SMALL)) open.push(one)
  }
  return found > SMALL
}

/** The words of a value that a tree has in the document at first, an entry on each line: what find-in-page may lead to. */
export function treeWords(value: unknown): string {
  const lines: string[] = []
  const large = isLarge(value)
  const level = (of: Record<string, unknown> | unknown[], depth: number): void => {
    if (Array.isArray(of)) return of.slice(0, PAGE).forEach((one) => entry('', one, depth))
    for (const key of Object.keys(of).slice(0, PAGE)) entry(key, of[key], depth)
  }
  const entry = (key: string, one: unknown, depth: number): void => {
    const name = key && `${key} `
    if (isNested(one) && depth + 1 < MAX_DEPTH) {
      if (key) lines.push(key)
      if (!large || depth + 1 < OPEN_DEPTH) level(one, depth + 1)
    } else lines.push(name + leafWords(one))
  }
  if (isNested(value)) level(value, 0)
  else lines.push(leafWords(value))
  return lines.join('\n')
}

function leafWords(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(clip(value, LEAF))
  return isScalar(value) ? scalarText(value) : clip(jsonText(value), LEAF)
}

const isNested = (value: unknown): value is Record<string, unknown> | unknown[] =>
  Array.isArray(value) || isRecord(value)
