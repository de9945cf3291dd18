'use client'

import { messageParts, type AssistantMessage } from '@antiphon/core'
import { type WirePlace, createPlaceFinder, type WireRow } from '@antiphon/devtools'
import { useEffect, useMemo, type RefObject, useRef } from 'react'

/** Name of the highlight that marks words, for `::highlight()`. */
const HIGHLIGHT = 'antiphon-wire'

/** The element of a place: a part of an answer, or one call of a group. Undefined when it is not on the page. */
export function findPlace(root: ParentNode, messageId: string, place: WirePlace): HTMLElement | undefined {
  const message = root.querySelector(`[data-message-id="${CSS.escape(messageId)}"]`)
  const part = message?.querySelector<HTMLElement>(`[data-part="${CSS.escape(place.partKey)}"]`)
  if (!part || place.callIndex === undefined) return part ?? undefined
  return part.querySelector<HTMLElement>(`[data-call-key$="/${place.callIndex}"]`) ?? part
}

/**
 * Marks the element of a place and, where the browser can, the very words; brings it into view. Undoes it when called
 * back. `words` is the text that was fed, `ratio` how far into the part it begins.
 */
export function lightPlace(element: HTMLElement, words: string, ratio: number): () => void {
  element.setAttribute('data-wire-lit', '')
  const range = words.trim() === '' ? undefined : findWords(element, plain(words), ratio)
  if (range && 'highlights' in CSS) CSS.highlights.set(HIGHLIGHT, new Highlight(range))
  const at = (range?.startContainer.parentElement ?? element) satisfies HTMLElement
  at.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  return () => {
    element.removeAttribute('data-wire-lit')
    if ('highlights' in CSS) CSS.highlights.delete(HIGHLIGHT)
  }
}

/** How far into its text a point of an element lies, from 0 to 1; undefined where the browser cannot tell. */
export function ratioAt(element: HTMLElement, x: number, y: number): number | undefined {
  const caret = document.caretPositionFromPoint?.(x, y)
  if (!caret || !element.contains(caret.offsetNode)) return undefined
  let before = 0
  let all = 0
  for (const node of textNodes(element)) {
    if (node === caret.offsetNode) before = all + caret.offset
    all += node.data.length
  }
  return all === 0 ? undefined : before / all
}

/** The occurrence of `words` in the text of an element that is nearest to where they should be. */
function findWords(element: HTMLElement, words: string, ratio: number): Range | undefined {
  const nodes = textNodes(element)
  const text = nodes.map(({ data }) => data).join('')
  const target = ratio * text.length
  let found = -1
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    if (found >= 0 && Math.abs(at - target) >= Math.abs(found - target)) break
    found = at
  }
  if (found < 0) return undefined
  const range = document.createRange()
  let offset = 0
  for (const node of nodes) {
    const end = offset + node.data.length
    if (found >= offset && found < end) range.setStart(node, found - offset)
    if (found + words.length > offset && found + words.length <= end)
      range.setEnd(node, found + words.length - offset)
    offset = end
  }
  return range
}

function textNodes(element: HTMLElement): Text[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const nodes: Text[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) nodes.push(node as Text)
  return nodes
}

/** What is left of a piece of markdown on the screen, its longest line. */
function plain(markdown: string): string {
  const lines = markdown.replace(/[*_`~#]+/g, '').split('\n')
  return lines.reduce((longest, line) => (line.trim().length > longest.length ? line.trim() : longest), '')
}

/** Where a transcript is looked for: an element, or all of the page. */
export type TranscriptPlace = ParentNode | Readonly<RefObject<ParentNode | null>>

export interface LitPlace {
  place: WirePlace
  words: string
  ratio: number
}

/** Where in a message that stands which a row fed last, and the words of it. */
export function useRowPlace(
  message: AssistantMessage | undefined,
  row: WireRow | undefined,
): LitPlace | undefined {
  return useMemo(() => {
    if (!message || !row) return undefined
    const placeOf = createPlaceFinder(message)
    const feed = row.feeds.findLast((one) => placeOf(one) !== undefined)
    const place = feed && placeOf(feed)
    if (!place || !feed) return undefined
    if (!('start' in feed)) return { place, words: '', ratio: 0 }
    const text =
      place.type === 'reasoning'
        ? message.reasoning
        : place.type === 'refusal'
          ? message.refusal
          : message.content
    const part = messageParts(message).find(({ key }) => key === place.partKey)
    const length = part && 'text' in part ? part.text.length : 0
    return {
      place,
      words: (text ?? '').slice(feed.start, feed.end),
      ratio: length ? (place.start ?? 0) / length : 0,
    }
  }, [message, row])
}

/** Lights a place up as long as it is given. `redraw` changes when the transcript may have drawn it anew. */
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
    return element && lightPlace(element, lit.words, lit.ratio)
    // oxlint-disable-next-line react/exhaustive-deps -- see `redraw`
  }, [root, messageId, lit, redraw])
}

export interface PickedPart {
  messageId: string
  partKey: string
  callIndex?: number
  /** How far into the text of the part, from 0 to 1. */
  ratio?: number
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
  else picked.ratio = ratioAt(part, clientX, clientY)
  return picked
}
