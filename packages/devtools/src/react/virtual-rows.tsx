'use client'

import { useCallback, useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useLayout } from '@antiphon/ui/parts'

export interface VirtualRowsProps {
  count: number
  label: string
  /** -1 for none. */
  selected: number
  onSelect: (index: number) => void
  /** Keeps the end in view while rows come, as long as it was in view. */
  followsEnd?: boolean
  /** Gives the place of a row in the tree. */
  placeOf: (index: number) => RowPlace
  /** Opens or closes the rows below a head. */
  onToggle: (index: number, open: boolean) => void
  /** Renders the content of a row. */
  renderRow: (index: number) => ReactNode
  /** Attributes of the row's element, such as its state. */
  rowProps?: (index: number) => Record<`data-${string}`, string | undefined>
}

/** The place of a row in the tree, and for a head whether the rows below it are open. */
interface RowPlace {
  level: number
  /** From 1, among the rows of its level. */
  position: number
  size: number
  isOpen?: boolean
}

/** Rows beyond the edges, so that a scrolled line is there before it is seen. */
const OVERSCAN = 8
const FINE_ROW = 26
const COARSE_ROW = 44

/**
 * A tree of equal rows, of which only those near the window are in the document: ten thousand rows cost as much as
 * forty. One stop for the keyboard; up, down, Page and Home/End move the selection, the arrows to the sides open and close.
 */
export function VirtualRows(props: VirtualRowsProps) {
  const {
    count,
    label,
    selected,
    onSelect,
    followsEnd = false,
    renderRow,
    rowProps,
    placeOf,
    onToggle,
  } = props
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const rowHeight = useRowHeight()
  const [view, setView] = useState({ top: 0, height: 400 })
  const wasAtEnd = useRef(true)
  const total = count * rowHeight

  const measure = useCallback(
    ({ scrollTop: top, clientHeight: height, scrollHeight }: HTMLElement): void => {
      wasAtEnd.current = scrollHeight - top - height < rowHeight
      setView((before) => (before.top === top && before.height === height ? before : { top, height }))
    },
    [rowHeight],
  )

  useEffect(() => {
    const element = box.current
    if (!element) return
    let frame = 0
    // In the next frame: what the rows do to the layout must not come back to an observer in this one.
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => measure(element))
    })
    observer.observe(element)
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
    }
  }, [measure])

  useLayout(() => {
    const element = box.current
    if (element && followsEnd && wasAtEnd.current) element.scrollTop = element.scrollHeight
    // oxlint-disable-next-line react/exhaustive-deps -- the height is what changes the end
  }, [total, followsEnd])

  useLayout(() => {
    const element = box.current
    if (!element || selected < 0) return
    const start = selected * rowHeight
    const end = start + rowHeight
    if (start < element.scrollTop) element.scrollTop = start
    else if (end > element.scrollTop + element.clientHeight) element.scrollTop = end - element.clientHeight
  }, [selected, rowHeight])

  const first = Math.max(0, Math.floor(view.top / rowHeight) - OVERSCAN)
  const last = Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + OVERSCAN)
  const indexes = Array.from({ length: Math.max(0, last - first) }, (_, i) => first + i)
  // The row that has the keyboard is always drawn, because a screen reader reads it out.
  if (selected >= 0 && selected < count && (selected < first || selected >= last)) indexes.push(selected)

  /** Opens, closes, or goes between a head and its rows; false where the key does none of that. */
  const turn = ({ key, currentTarget }: KeyboardEvent<HTMLElement>): boolean => {
    const { isOpen, level, position } = placeOf(selected)
    const isHead = isOpen !== undefined
    const isRtl = getComputedStyle(currentTarget).direction === 'rtl'
    const opens = key === (isRtl ? 'ArrowLeft' : 'ArrowRight')
    const closes = key === (isRtl ? 'ArrowRight' : 'ArrowLeft')
    if (isHead && ((opens && !isOpen) || (closes && isOpen) || key === 'Enter' || key === ' '))
      onToggle(selected, !isOpen)
    else if (isHead && opens) onSelect(selected + 1)
    else if (level > 1 && closes) onSelect(selected - position)
    else return opens || closes
    return true
  }
  const page = Math.max(1, Math.floor(view.height / rowHeight) - 1)
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page }
  return (
    <div
      ref={box}
      data-slot="wire-rows"
      role="tree"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={selected >= 0 && selected < count ? `${id}-${selected}` : undefined}
      onScroll={(event) => measure(event.currentTarget)}
      onClick={({ target, currentTarget }) => {
        const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
        if (row) {
          const index = Number(row.dataset['index'])
          const { isOpen } = placeOf(index)
          onSelect(index)
          if (isOpen !== undefined) onToggle(index, !isOpen)
        }
        // A row may leave the document at any time; the list stays.
        currentTarget.focus({ preventScroll: true })
      }}
      onKeyDown={(event) => {
        if (count === 0 || event.altKey || event.ctrlKey || event.metaKey) return
        if (selected >= 0 && turn(event)) return event.preventDefault()
        const step = steps[event.key]
        const to =
          event.key === 'Home'
            ? 0
            : event.key === 'End'
              ? count - 1
              : step === undefined
                ? undefined
                : selected + step
        if (to === undefined) return
        event.preventDefault()
        onSelect(Math.min(count - 1, Math.max(0, to)))
      }}
    >
      <div role="presentation" data-slot="wire-rows-all" style={{ blockSize: total }}>
        {indexes.map((index) => {
          const { level, position, size, isOpen } = placeOf(index)
          return (
            <div
              key={index}
              id={`${id}-${index}`}
              role="treeitem"
              data-slot="wire-row"
              aria-selected={index === selected}
              aria-level={level}
              aria-posinset={position}
              aria-setsize={size}
              aria-expanded={isOpen}
              style={{ insetBlockStart: index * rowHeight, blockSize: rowHeight }}
              tabIndex={-1}
              data-index={index}
              {...rowProps?.(index)}
            >
              {renderRow(index)}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** Fingers need more room. */
function useRowHeight(): number {
  const [coarse, setCoarse] = useState(false)
  useEffect(() => {
    const query = window.matchMedia('(pointer: coarse)')
    const look = (): void => setCoarse(query.matches)
    look()
    query.addEventListener('change', look)
    return () => query.removeEventListener('change', look)
  }, [])
  return coarse ? COARSE_ROW : FINE_ROW
}
