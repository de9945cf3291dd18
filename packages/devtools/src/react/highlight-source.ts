'use client'

import { messageParts, type AssistantMessage } from '@antiphon/core'
import { type WirePlace, createPlaceFinder } from '../wire-places.js'
import type { WireRow } from '../types.js'
import { useEffect, useMemo, type RefObject, useRef } from 'react'
import { createSourceMap, type SourceMap } from '@antiphon/ui/markdown'

/** Name of the highlight that marks words, for `::highlight()`. */
const HIGHLIGHT = 'antiphon-wire'

/** The element of a place: a part of an answer, or one call of a group. Undefined when it is not on the page. */
function findPlace(root: ParentNode, messageId: string, place: WirePlace): HTMLElement | undefined {
  const message = root.querySelector(`[data-message-id="${CSS.escape(messageId)}"]`)
  const part = message?.querySelector<HTMLElement>(`[data-part="${CSS.escape(place.partKey)}"]`)
  if (!part || place.callIndex === undefined) return part ?? undefined
  return part.querySelector<HTMLElement>(`[data-call-key$="/${place.callIndex}"]`) ?? part
}

/** Marks the element of a place and, if known, its words; what is lit elsewhere stays lit. The returned function removes the marks. */
function lightPlace(element: HTMLElement, { source, start, end }: LitPlace): () => void {
  const range = start < end ? findRange(element, source, start, end) : undefined
  const hasWords = range !== undefined && 'highlights' in CSS
  if (hasWords) CSS.highlights.set(HIGHLIGHT, (CSS.highlights.get(HIGHLIGHT) ?? new Highlight()).add(range))
  // Where the words themselves are marked, the part around them needs no frame.
  element.setAttribute('data-wire-lit', hasWords ? 'words' : '')
  const at = (range?.startContainer.parentElement ?? element) satisfies HTMLElement
  at.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  return () => {
    element.removeAttribute('data-wire-lit')
    if (hasWords) CSS.highlights.get(HIGHLIGHT)?.delete(range)
  }
}

/** A place in the text on the screen: all text of a part, and an offset into it. */
export interface ShownPlace {
  text: string
  at: number
}

/** A place between two letters. */
interface Caret {
  node: Node
  offset: number
}

/** The node and the offset under a point. Safari before 26.2 knows only the older of the two functions. */
function caretAt(x: number, y: number): Caret | undefined {
  const caret = document.caretPositionFromPoint?.(x, y)
  if (caret) return onLetter({ node: caret.offsetNode, offset: caret.offset }, x, y)
  const range = document.caretRangeFromPoint?.(x, y)
  return range ? onLetter({ node: range.startContainer, offset: range.startOffset }, x, y) : undefined
}

/** Before the letter under a point: the right half of a letter has its caret behind it, which is the place of the next one. */
function onLetter({ node, offset }: Caret, x: number, y: number): Caret {
  if (!(node instanceof Text) || offset === 0) return { node, offset }
  const letter = document.createRange()
  letter.setStart(node, offset - 1)
  letter.setEnd(node, offset)
  const isUnder = [...letter.getClientRects()].some(
    ({ left, right, top, bottom }) => left <= x && x < right && top <= y && y < bottom,
  )
  return { node, offset: isUnder ? offset - 1 : offset }
}

/** The place of a point of an element; undefined where the browser cannot tell, or where the point is not in the text. */
function placeAt(element: HTMLElement, x: number, y: number): ShownPlace | undefined {
  const caret = caretAt(x, y)
  if (!caret) return undefined
  let at: number | undefined
  let text = ''
  for (const node of textNodes(element)) {
    if (node === caret.node) at = text.length + caret.offset
    text += node.data
  }
  return at === undefined ? undefined : { text, at }
}

let last: { source: string; map: SourceMap } | undefined

/** The map of a source. The rows of an answer ask for the same one, one after another. */
function mapOf(source: string): SourceMap {
  if (last?.source !== source) last = { source, map: createSourceMap(source) }
  return last.map
}

/** The offset in a source of a place on the screen. */
export function sourceOffset(source: string, { text, at }: ShownPlace): number | undefined {
  const map = mapOf(source)
  const piece = alignTexts(map.shown, text).findLast((one) => one.onPage <= at)
  // A caret behind the last letter of a text means that letter.
  return piece && map.toSource(piece.shown + Math.min(at - piece.onPage, piece.length - 1))
}

/** The words on the screen that come from `[start, end)` of a source. */
function findRange(element: HTMLElement, source: string, start: number, end: number): Range | undefined {
  const map = mapOf(source)
  const shown = map.toShown(start, end)
  if (!shown) return undefined
  const nodes = textNodes(element)
  const pieces = alignTexts(map.shown, nodes.map(({ data }) => data).join(''))
  const first = pointOf(shown[0], pieces, nodes)
  const last = pointOf(shown[1] - 1, pieces, nodes)
  if (!first || !last) return undefined
  const range = document.createRange()
  range.setStart(...first)
  range.setEnd(last[0], last[1] + 1)
  return range
}

/** A text of the source map, found on the page: where it begins in both. */
interface Piece {
  shown: number
  onPage: number
  length: number
}

/** How much the page may add between two texts of a message, such as a label. */
const BETWEEN = 500

/** Finds the texts of a message, one behind the other, in the text of its element. */
function alignTexts(shown: readonly string[], page: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  let onPage = 0
  for (const text of shown) {
    const found = text === '' ? -1 : page.indexOf(text, onPage)
    if (found >= 0 && found - onPage <= BETWEEN) {
      pieces.push({ shown: at, onPage: found, length: text.length })
      onPage = found + text.length
    }
    at += text.length
  }
  return pieces
}

function pointOf(
  shown: number,
  pieces: readonly Piece[],
  nodes: readonly Text[],
): [Text, number] | undefined {
  const piece = pieces.findLast((one) => one.shown <= shown)
  if (!piece || shown >= piece.shown + piece.length) return undefined
  let left = piece.onPage + shown - piece.shown
  for (const node of nodes) {
    if (left < node.data.length) return [node, left]
    left -= node.data.length
  }
  return undefined
}

/** Elements that the kit adds to the text of a message: buttons, bars, numbers of notes. */
const ADDED = 'button, output, figcaption, sup, [aria-hidden="true"], [data-slot="markdown-link-host"]'

/** The text nodes of an element that hold words of the message. */
function textNodes(element: HTMLElement): Text[] {
  const text = element.querySelector('[data-slot="markdown"]') ?? element
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) =>
    node instanceof Text
      ? NodeFilter.FILTER_ACCEPT
      : node instanceof Element && node.matches(ADDED)
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_SKIP,
  )
  const nodes: Text[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) nodes.push(node as Text)
  return nodes
}

/** Where a transcript is looked for: an element, or all of the page. */
export type TranscriptPlace = ParentNode | Readonly<RefObject<ParentNode | null>>

export interface LitPlace {
  place: WirePlace
  /** The text of the part, and the range of it that is meant; an empty one means the whole part. */
  source: string
  start: number
  end: number
}

/** The place in a message that a row fed last. */
export function useRowPlace(
  message: AssistantMessage | undefined,
  row: WireRow | undefined,
): LitPlace | undefined {
  return useMemo(() => {
    if (!message || !row) return undefined
    const placeOf = createPlaceFinder(message)
    const place = row.feeds.map(placeOf).findLast((one) => one !== undefined)
    if (!place) return undefined
    const part = messageParts(message).find(({ key }) => key === place.partKey)
    const source = part && 'text' in part ? part.text : ''
    return { place, source, start: place.start ?? 0, end: place.end ?? 0 }
  }, [message, row])
}

/** Highlights a place as long as it is given. `redraw` changes when the transcript may have drawn it again. */
export function useLight(
  root: TranscriptPlace,
  messageId: string | undefined,
  lit: LitPlace | undefined,
  redraw?: unknown,
): void {
  useEffect(() => {
    const parent = 'current' in root ? root.current : root
    if (!parent || messageId === undefined || !lit) return
    const element = findPlace(parent, messageId, lit.place)
    return element && lightPlace(element, lit)
    // oxlint-disable-next-line react/exhaustive-deps -- see `redraw`
  }, [root, messageId, lit, redraw])
}

export interface PickedPart {
  messageId: string
  partKey: string
  callIndex?: number
  /** Where in the text of the part. */
  place?: ShownPlace
}

/** Tells which part of an answer was pressed. With `onCancel` it takes every press for itself, and Escape ends it. */
export function usePick(
  root: TranscriptPlace,
  active: boolean,
  onPick: (picked: PickedPart) => void,
  onCancel?: () => void,
): void {
  const latest: RefObject<{ onPick: typeof onPick; onCancel: typeof onCancel }> = useRef({ onPick, onCancel })
  useEffect(() => {
    latest.current = { onPick, onCancel }
  })
  const isExclusive = onCancel !== undefined
  useEffect(() => {
    const parent = 'current' in root ? root.current : root
    if (!active || !parent) return
    const press = (event: Event): void => {
      const picked = event instanceof MouseEvent ? partOf(event) : undefined
      const isControl =
        event.target instanceof Element && event.target.closest('a, button, input, textarea, select, summary')
      if (!picked || (isControl && !isExclusive)) return
      if (isExclusive) {
        event.preventDefault()
        event.stopPropagation()
      }
      latest.current.onPick(picked)
    }
    const leave = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      latest.current.onCancel?.()
    }
    parent.addEventListener('click', press, { capture: isExclusive })
    if (isExclusive) document.addEventListener('keydown', leave, { capture: true })
    return () => {
      parent.removeEventListener('click', press, { capture: isExclusive })
      document.removeEventListener('keydown', leave, { capture: true })
    }
  }, [root, active, isExclusive])
}

function partOf({ target, clientX, clientY }: MouseEvent): PickedPart | undefined {
  if (!(target instanceof Element)) return undefined
  const part = target.closest<HTMLElement>('[data-part]')
  const messageId = part?.closest<HTMLElement>('[data-message-id]')?.dataset['messageId']
  if (!part || messageId === undefined) return undefined
  const call = /\/(\d+)$/.exec(target.closest<HTMLElement>('[data-call-key]')?.dataset['callKey'] ?? '')
  const picked: PickedPart = { messageId, partKey: part.dataset['part']! }
  if (call) picked.callIndex = Number(call[1])
  else picked.place = placeAt(part, clientX, clientY)
  return picked
}
