'use client'

import { memo, useContext, useRef, type MouseEvent, type ReactNode } from 'react'
import { useStaticPage } from '../../lib/static-page.js'
import type { BlockNode, FootnoteNode, Inline, ItemNode, Row } from '../ast.js'
import { Blocks } from './blocks.js'
import { useStrings } from './context.js'
import { jump, NotesContext, type Notes } from './inline.js'

/** The footnotes below the text. */
export const Footnotes = memo(function Footnotes({ notes, end }: { notes: Notes; end?: ReactNode }) {
  const context = useContext(NotesContext)
  const strings = useStrings()
  const isStatic = useStaticPage() !== undefined
  const place = useRef<HTMLDivElement>(null)
  const back = (event: MouseEvent, number: number): void => {
    const from = context?.origin()
    const mine = from?.isConnected && from.dataset['note'] === String(number) ? from : null
    const message = place.current?.closest('[data-slot="markdown"]')
    jump(event, mine ?? message?.querySelector<HTMLElement>(`[data-note="${number}"]`))
  }
  if (notes === noNotes || context === null) return null
  return (
    <div ref={place} data-slot="footnotes" role="group" aria-label={strings.footnotes}>
      <ol dir="auto">
        {notes.list.map((note, i) => {
          const number = i + 1
          const id = `${context.prefix}-${number}`
          return (
            <li key={note.label} id={id} tabIndex={-1}>
              <Blocks nodes={note.children} end={i === notes.list.length - 1 ? end : undefined} />
              {number <= notes.marked && !isStatic && (
                <button
                  type="button"
                  data-slot="note-back"
                  aria-label={strings.backToText(number)}
                  onClick={(event) => back(event, number)}
                >
                  <span aria-hidden="true">↩</span>
                </button>
              )}
            </li>
          )
        })}
      </ol>
    </div>
  )
})

const noNotes: Notes = { list: [], numbers: new Map(), marked: 0 }

type Labels = readonly string[]

const none: Labels = []
/** Labels of the marks in something that no longer changes: a group of blocks, rows, items, or pieces of a text. */
const known = new WeakMap<object, Labels>()

function kept<T>(group: readonly T[], read: (value: T) => Labels): Labels {
  const before = known.get(group)
  if (before !== undefined) return before
  const labels = group.flatMap(read)
  known.set(group, labels.length === 0 ? none : labels)
  return labels
}

const inInline = (node: Inline): Labels =>
  node.type === 'note' ? [node.label] : 'children' in node ? node.children.flatMap(inInline) : none
const inText = (nodes: readonly Inline[]): Labels => nodes.flatMap(inInline)
const inRow = (row: Row): Labels => row.flatMap(inText)
const inItem = ({ children }: ItemNode): Labels => children.flatMap(inBlock)

function inBlock(node: BlockNode): Labels {
  switch (node.type) {
    case 'paragraph':
    case 'heading':
      return node.content.flatMap((runs) => kept(runs, inText))
    case 'table':
      return [...inRow(node.head), ...node.rows.flatMap((rows) => kept(rows, inRow))]
    case 'list':
      return node.items.flatMap((items) => kept(items, inItem))
    case 'quote':
      return node.children.flatMap(inBlock)
    default:
      return none
  }
}

const isNote = (node: BlockNode): node is FootnoteNode => node.type === 'footnote'
const found = new WeakMap<object, readonly FootnoteNode[]>()

function notesIn(group: readonly BlockNode[]): readonly FootnoteNode[] {
  const before = found.get(group)
  if (before !== undefined) return before
  const notes = group.filter(isNote)
  found.set(group, notes)
  return notes
}

/**
 * The footnotes of a view. They need no extra parse: a mark is a mark wherever its footnote is, and each block is searched
 * once.
 */
export function collectNotes(view: readonly (readonly BlockNode[])[]): Notes {
  const byLabel = new Map<string, FootnoteNode>()
  // The first of a label counts.
  for (const group of view)
    for (const note of notesIn(group)) if (!byLabel.has(note.label)) byLabel.set(note.label, note)
  if (byLabel.size === 0) return noNotes
  const numbers = new Map<string, number>()
  const list: FootnoteNode[] = []
  const add = (label: string): void => {
    const note = byLabel.get(label)
    if (note === undefined || numbers.has(label)) return
    list.push(note)
    numbers.set(label, list.length)
  }
  for (const group of view) kept(group, inBlock).forEach(add)
  // Footnotes may have marks themselves; their footnotes come after them.
  for (let i = 0; i < list.length; i++) list[i]?.children.flatMap(inBlock).forEach(add)
  const marked = list.length
  // Footnotes without a mark are shown too.
  for (const label of byLabel.keys()) add(label)
  return { list, numbers, marked }
}
