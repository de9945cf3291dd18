import { createContext, memo, use, useMemo, useState, type ReactNode } from 'react'
import { isEmpty, isRecord, isScalar } from '../../lib/read-json.js'
import { RevealedText } from '../../lib/revealed-text.js'
import type { Strings } from '../../strings/english.js'
import type { Formats } from '../../strings/formats.js'
import { useWords } from '../../strings/strings.js'
import { Button } from '../button/button.js'
import { usePrinting } from '../transcript/long/use-printing.js'
import { Leaf } from './json-leaf.js'
import { isLarge, MAX_DEPTH, OPEN_DEPTH, PAGE } from './tree-words.js'
import { jsonText } from '../../lib/json-text.js'

/** Entries that each press adds to a level. */
const STEP = 1_000

/** Whether the value at a path is still on its way. */
export type ArrivingAt = (path: readonly (string | number)[]) => boolean

export interface JsonTreeProps {
  value: unknown
  label: string
  /** While the value grows: where. Values that are whole must be the same objects as before. */
  arrivingAt?: ArrivingAt
  /** Marks the place that grows. */
  caret?: ReactNode
}

/** On paper nothing is closed. Levels of a large tree that were never opened stay out: they may be millions. */
const PrintingContext = createContext(false)

/** A JSON value as a tree of real lists. A small one works without scripts too; levels of one that is large, or grows, fill when opened. */
export function JsonTree({ value, label, arrivingAt, caret }: JsonTreeProps) {
  const printing = usePrinting()
  const growing = arrivingAt !== undefined
  const lazy = useMemo(() => growing || isLarge(value), [value, growing])
  const growth = useMemo(
    () => (arrivingAt ? { arrivingAt, caret, path: [] } : undefined),
    [arrivingAt, caret],
  )
  return (
    <div data-slot="json-tree" role="group" aria-label={label}>
      <PrintingContext value={printing}>
        <Node value={value} depth={0} lazy={lazy} growth={growth} />
      </PrintingContext>
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
  /** Only for what grows, so that all the rest is not drawn again. */
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
    return <Leaf value={jsonText(value)} plain />
  return <Level value={value} depth={depth} lazy={lazy} growth={growth} />
})

type Fields = Record<string | number, unknown>

function Level({ value, depth, lazy, growth }: NodeProps & { value: unknown[] | Record<string, unknown> }) {
  const { strings, formats } = useWords()
  const [limit, setLimit] = useState(PAGE)
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
          <Button variant="small" onClick={() => setLimit(limit + STEP)}>
            {limit + STEP >= keys.length
              ? strings.result.showAllRows(formats.number(keys.length))
              : strings.result.showMore(formats.number(limit + STEP), formats.number(keys.length))}
          </Button>
        </li>
      )}
    </ul>
  )
}

/** The growth inside the one shown entry that grows, if it is there: mostly the last, or one of a name that came twice. */
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

/** Most of the time nothing that is shown has changed: a list grows below it. */
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
  const printing = use(PrintingContext)
  const { strings, formats } = useWords()
  // Positions hide nothing, and there may be many.
  const key = <span data-slot="key">{/^\d+$/.test(name) ? name : <RevealedText text={name} />} </span>
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
        <span className="ap:text-text-3">{sizeOf(value, strings.result, formats.number)}</span>
        {depth + 1 >= OPEN_DEPTH && growth?.caret}
      </summary>
      {(opened || !lazy) && <Node value={value} depth={depth + 1} lazy={lazy} growth={growth} />}
    </details>
  )
})

function sizeOf(value: unknown, { items, keys }: Strings['result'], number: Formats['number']): string {
  if (Array.isArray(value)) return items(value.length, number(value.length))
  const count = Object.keys(value as object).length
  return keys(count, number(count))
}
