'use client'

import { useState, createContext, memo, useContext, useMemo, type ReactNode } from 'react'
import { isRecord } from '@antiphon/base'
import { isScalar, scalarText, prettyJson, isEmpty } from '../../lib/json.js'
import { RevealedText } from '../../lib/reveal-text.js'
import { useFirst, useStaticPage } from '../../lib/static-page.js'
import { clip } from '../../lib/text.js'
import type { Formats } from '../../strings/formats.js'
import { englishResult } from '../../strings/english-late.js'
import { useWords } from '../../strings/strings.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { MoreButton } from '../button/more-button.js'
import { humanName, useIsForPeople } from '../context/audience-context.js'
import { usePrinting } from '../../lib/use-printing.js'

/** Entries of one level at first. */
const PAGE = 30
/** Levels that are open at first, and the level from which on the value is one line of text. */
const OPEN_DEPTH = 2
const MAX_DEPTH = 24
/** Characters of a leaf that show at first. */
const LEAF = 4_000
/** Up to this many values, the whole tree is in the page at once, for print, find-in-page and pages without scripts. */
const SMALL = 400

/** True for a tree with so many values that closed levels stay empty until they are opened. */
function isLarge(value: unknown): boolean {
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

/** The text of a value that the tree shows at first, one entry per line, for find-in-page. */
export function treeWords(value: unknown, isForPeople = false): string {
  const lines: string[] = []
  const large = isLarge(value)
  const level = (of: Record<string, unknown> | unknown[], depth: number): void => {
    if (Array.isArray(of)) return of.slice(0, PAGE).forEach((one) => entry('', one, depth))
    for (const key of Object.keys(of).slice(0, PAGE)) entry(key, of[key], depth)
  }
  const entry = (given: string, one: unknown, depth: number): void => {
    const key = isForPeople ? humanName(given) : given
    const name = key && `${key} `
    if (isNested(one) && depth + 1 < MAX_DEPTH) {
      if (key) lines.push(key)
      if (!large || depth + 1 < OPEN_DEPTH) level(one, depth + 1)
    } else lines.push(name + leafWords(one, isForPeople))
  }
  if (isNested(value)) level(value, 0)
  else lines.push(leafWords(value, isForPeople))
  return lines.join('\n')
}

function leafWords(value: unknown, isForPeople: boolean): string {
  if (typeof value === 'string') return isForPeople ? clip(value, LEAF) : JSON.stringify(clip(value, LEAF))
  return isScalar(value) ? scalarText(value) : clip(prettyJson(value), LEAF)
}

const isNested = (value: unknown): value is Record<string, unknown> | unknown[] =>
  Array.isArray(value) || isRecord(value)

const TEXT_STEP = 400_000

interface LeafProps {
  value: string | number | boolean | null
  /** The text is a placeholder and no string of the value, so it gets no quotes. */
  plain?: boolean
}

/** A value without entries, strings in quotes for developers. A long one shows its beginning, and more on request. */
function Leaf({ value, plain = false }: LeafProps) {
  const words = useEntryWords('result', englishResult)
  const [limit, setLimit] = useState(useFirst(LEAF))
  const shown = typeof value === 'string' ? clip(value, limit) : scalarText(value)
  const left = typeof value === 'string' && shown.length < value.length
  const isForPeople = useIsForPeople()
  const bare = plain || isForPeople || typeof value !== 'string'
  const quoted = bare ? shown : JSON.stringify(shown)
  return (
    <>
      <code data-type={value === null ? 'null' : plain ? undefined : typeof value}>
        <RevealedText text={left ? `${quoted.slice(0, bare ? undefined : -1)}…` : quoted} padding />
      </code>
      {left && (
        <>
          {' '}
          <MoreButton
            next={limit + TEXT_STEP}
            total={value.length}
            all={words.showAllCharacters}
            onClick={() => setLimit(limit + TEXT_STEP)}
          />
        </>
      )}
    </>
  )
}

/** Entries that each press adds to a level. */
const STEP = 1_000

/** Whether the value at a path is still on its way. */
export type ArrivingAt = (path: readonly (string | number)[]) => boolean

export interface JsonTreeProps {
  value: unknown
  label: string
  /** The place at which the value grows. Complete values must stay the same objects. */
  arrivingAt?: ArrivingAt
  /** Marks the place that grows. */
  caret?: ReactNode
}

/** On paper every level is open, except levels of a large tree that were never opened: they may have millions of entries. */
const PrintingContext = createContext(false)

/**
 * A JSON value as a tree of real lists. A small tree works without scripts. In a large or growing tree a level fills when
 * it is opened.
 */
export function JsonTree({ value, label, arrivingAt, caret }: JsonTreeProps) {
  const printing = usePrinting()
  const growing = arrivingAt !== undefined
  const lazy = useMemo(() => growing || isLarge(value), [value, growing])
  const growth = useMemo(
    () => (arrivingAt ? { arrivingAt, caret, path: [] } : undefined),
    [arrivingAt, caret],
  )
  // A large value would be too much for one page.
  if (useStaticPage() && lazy)
    return (
      <pre data-slot="raw" tabIndex={0} role="group" aria-label={label} dir="auto">
        <RevealedText text={prettyJson(value, 2)} padding />
      </pre>
    )
  return (
    <div data-slot="json-tree" role="group" aria-label={label}>
      <PrintingContext.Provider value={printing}>
        <Node value={value} depth={0} lazy={lazy} growth={growth} />
      </PrintingContext.Provider>
    </div>
  )
}

interface Growth {
  arrivingAt: ArrivingAt
  caret: ReactNode
  path: readonly (string | number)[]
}

interface NodeProps {
  value: unknown
  depth: number
  lazy: boolean
  /** Set only for the growing entry, so that the others do not render again. */
  growth: Growth | undefined
}

const Node = memo(function Node({ value, depth, lazy, growth }: NodeProps) {
  if (isScalar(value))
    return (
      <>
        <Leaf value={value} />
        {growth?.caret}
      </>
    )
  if (depth >= MAX_DEPTH || (!Array.isArray(value) && !isRecord(value)))
    return <Leaf value={prettyJson(value)} plain />
  return <Level value={value} depth={depth} lazy={lazy} growth={growth} />
})

type Fields = Record<string | number, unknown>

function Level({ value, depth, lazy, growth }: NodeProps & { value: unknown[] | Record<string, unknown> }) {
  const words = useEntryWords('result', englishResult)
  const [limit, setLimit] = useState(useFirst(PAGE))
  const keys: readonly (string | number)[] = Array.isArray(value)
    ? value.map((_, at) => at)
    : Object.keys(value)
  const shown = keys.slice(0, limit)
  return (
    <ul role="list">
      <Entries
        value={value as Fields}
        keys={shown}
        depth={depth}
        lazy={lazy}
        growing={growth !== undefined}
        growth={growth && growthIn(growth, keys, shown)}
      />
      {keys.length > limit && (
        <li>
          <MoreButton
            next={limit + STEP}
            total={keys.length}
            all={words.showAllRows}
            onClick={() => setLimit(limit + STEP)}
          />
        </li>
      )}
    </ul>
  )
}

/** The growth inside the shown entry that grows, if any: mostly the last one, or an earlier one when a name came twice. */
function growthIn(
  growth: Growth,
  keys: readonly (string | number)[],
  shown: readonly (string | number)[],
): Growth | undefined {
  const last = keys.at(-1)
  if (last === undefined) return undefined
  const grows = (key: string | number): boolean => growth.arrivingAt([...growth.path, key])
  const key = grows(last) ? last : shown.find(grows)
  return key === undefined || !shown.includes(key) ? undefined : { ...growth, path: [...growth.path, key] }
}

interface EntriesProps extends Omit<NodeProps, 'value'> {
  value: Fields
  keys: readonly (string | number)[]
  growing: boolean
}

const Entries = memo(function Entries({ value, keys, depth, lazy, growing, growth }: EntriesProps) {
  return keys.map((key) => {
    const arriving = growth?.path.at(-1) === key ? growth : undefined
    return (
      <li key={key} data-status={growing ? (arriving ? 'arriving' : 'complete') : undefined}>
        <Entry name={String(key)} value={value[key]} depth={depth} lazy={lazy} growth={arriving} />
      </li>
    )
  })
}, isSameEntries)

/** Mostly the shown entries have not changed, because the list grows below them. */
function isSameEntries(a: EntriesProps, b: EntriesProps): boolean {
  if (a.growth || b.growth || a.growing !== b.growing || a.lazy !== b.lazy || a.depth !== b.depth)
    return false
  return (
    a.keys.length === b.keys.length &&
    a.keys.every((key, at) => key === b.keys[at] && Object.is(a.value[key], b.value[key]))
  )
}

const Entry = memo(function Entry({ name, value, depth, lazy, growth }: NodeProps & { name: string }) {
  const [isOpen, setIsOpen] = useState(depth + 1 < OPEN_DEPTH)
  const [opened, setOpened] = useState(isOpen)
  const printing = useContext(PrintingContext)
  const { formats } = useWords()
  const words = useEntryWords('result', englishResult)
  // Positions hide nothing, and there may be many.
  const shown = useIsForPeople() ? humanName(name) : name
  const key = <span data-slot="key">{/^\d+$/.test(shown) ? shown : <RevealedText text={shown} />} </span>
  if (isScalar(value) || isEmpty(value)) {
    return (
      <>
        {key}
        {isScalar(value) ? <Leaf value={value} /> : <code>{Array.isArray(value) ? '[]' : '{}'}</code>}
        {growth?.caret}
      </>
    )
  }
  return (
    <details
      open={isOpen || printing}
      onToggle={({ currentTarget: { open } }) => {
        if (!printing) setIsOpen(open)
        if (open) setOpened(true)
      }}
    >
      <summary>
        {key}
        <span className="ap:text-text-3">{sizeOf(value, words, formats.number)}</span>
        {depth + 1 >= OPEN_DEPTH && growth?.caret}
      </summary>
      {(opened || !lazy) && <Node value={value} depth={depth + 1} lazy={lazy} growth={growth} />}
    </details>
  )
})

function sizeOf(value: unknown, { items, keys }: typeof englishResult, number: Formats['number']): string {
  if (Array.isArray(value)) return items(value.length, number(value.length))
  const count = Object.keys(value as object).length
  return keys(count, number(count))
}
