'use client'

import { Component, type ReactNode, type RefObject } from 'react'

/** An end of a selection. `at`: the characters of the root before it; null outside of its texts. */
interface End {
  readonly node: Node
  readonly offset: number
  readonly at: number | null
}

interface Held {
  readonly start: End
  readonly end: End
  readonly isBackwards: boolean
  readonly words: string
}

/**
 * Keeps what is selected while the text below grows. The browser moves both ends of a selection to the start of a text whose
 * value is set, which is how React adds a word.
 */
export class KeepSelection extends Component<{ root: RefObject<HTMLElement | null>; children: ReactNode }> {
  override getSnapshotBeforeUpdate(): Held | null {
    const { current } = this.props.root
    return current && hold(current)
  }

  override componentDidUpdate(_props: unknown, _state: unknown, held: Held | null): void {
    const { current } = this.props.root
    if (current && held) putBack(current, held)
  }

  override render(): ReactNode {
    return this.props.children
  }
}

function hold(root: HTMLElement): Held | null {
  const selection = root.ownerDocument.getSelection()
  if (!selection || selection.isCollapsed) return null
  const range = selection.getRangeAt(0)
  const start = endOf(root, range.startContainer, range.startOffset)
  const end = endOf(root, range.endContainer, range.endOffset)
  if (start.at === null && end.at === null) return null
  const isBackwards = selection.focusNode === start.node && selection.focusOffset === start.offset
  return { start, end, isBackwards, words: range.toString() }
}

function endOf(root: HTMLElement, node: Node, offset: number): End {
  if (node.nodeType !== Node.TEXT_NODE || !root.contains(node)) return { node, offset, at: null }
  const before = root.ownerDocument.createRange()
  before.setStart(root, 0)
  before.setEnd(node, offset)
  return { node, offset, at: before.toString().length }
}

const isAt = (node: Node, offset: number, end: End): boolean => node === end.node && offset === end.offset

function putBack(root: HTMLElement, { start, end, isBackwards, words }: Held): void {
  const selection = root.ownerDocument.getSelection()
  if (!selection || selection.rangeCount === 0) return
  const now = selection.getRangeAt(0)
  if (isAt(now.startContainer, now.startOffset, start) && isAt(now.endContainer, now.endOffset, end)) return
  const from = find(root, start, true)
  const to = find(root, end, false)
  if (!from || !to) return
  const range = root.ownerDocument.createRange()
  range.setStart(...from)
  range.setEnd(...to)
  if (range.toString() !== words) return
  if (isBackwards) selection.setBaseAndExtent(...to, ...from)
  else selection.setBaseAndExtent(...from, ...to)
}

/** Between two texts, a selection starts in the second and ends in the first. */
function find(
  root: HTMLElement,
  { node, offset, at }: End,
  isStart: boolean,
): [node: Node, offset: number] | null {
  if (at === null) return node.isConnected ? [node, offset] : null
  let left = at
  const texts = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
    if (isStart ? left < text.length : left <= text.length) return [text, left]
    left -= text.length
  }
  return null
}
