import { useLayoutEffect, useRef, type RefObject } from 'react'
import { revealText } from '../../lib/reveal-text.js'

/** Enough of an argument that is being written to fill a row; its end is what is new. */
export const TAIL = 90

export function tailOf(rawArguments: string): string {
  return rawArguments.length > TAIL ? `…${rawArguments.slice(-TAIL)}` : rawArguments
}

export interface WrittenTail {
  ref: RefObject<HTMLElement | null>
  /** The text in the element is what it should be. Otherwise it takes drawing, since something in it needs showing. */
  isWritten: boolean
}

/**
 * Renews the end of arguments that are being written in the text node where it stands: with twenty calls at once that is
 * all that changes in a frame. What was drawn last stays the owner of the node: it is drawn from the same arguments, and
 * then finds its text already there.
 */
export function useWrittenTail(rawArguments: string): WrittenTail {
  const ref = useRef<HTMLElement>(null)
  const tail = tailOf(rawArguments)
  const segments = revealText(tail)
  const isWritten = segments.length === 1 && segments[0]!.type === 'text'
  useLayoutEffect(() => {
    const node = ref.current?.firstChild
    if (isWritten && node?.nodeType === 3 && node.nodeValue !== tail) node.nodeValue = tail
  }, [isWritten, tail])
  return { ref, isWritten }
}
