'use client'

import { useState, type ClipboardEvent } from 'react'

/** From here on a pasted text is offered to become a file. */
const LONG = 4_000

/** Puts a long pasted text into the box like any other. It can become a file as long as it is in the box unchanged. */
export function usePasteOffer(text: string, enabled: boolean) {
  const [offered, setOffered] = useState<string>()
  const [count, setCount] = useState(0)
  return {
    /** The long pasted text that is still in the box unchanged. */
    pasted: enabled && offered !== undefined && text.includes(offered) ? offered : undefined,
    /** Files that were made of texts before. */
    count,
    onPaste(event: ClipboardEvent): void {
      // The box knows one kind of line end.
      const value = event.clipboardData.getData('text/plain').replace(/\r\n?/g, '\n')
      setOffered(value.length > LONG ? value : undefined)
    },
    /** Ends the offer. `taken`: the text became a file. */
    end(taken = false): void {
      setOffered(undefined)
      if (taken) setCount(count + 1)
    },
  }
}
