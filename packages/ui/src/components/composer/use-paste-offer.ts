'use client'

import { useState, type ClipboardEvent } from 'react'

/** From here on a pasted text is offered to become a file. */
const LONG = 4_000

/** A long text that is pasted goes into the box as every text does; while it stands there, it can be made a file. */
export function usePasteOffer(text: string, enabled: boolean) {
  const [offered, setOffered] = useState<string>()
  const [count, setCount] = useState(0)
  return {
    /** The long text that was pasted and still stands in the box as it was. */
    pasted: enabled && offered !== undefined && text.includes(offered) ? offered : undefined,
    /** Files that were made of texts before. */
    count,
    onPaste(event: ClipboardEvent): void {
      // The box knows one kind of line end.
      const value = event.clipboardData.getData('text/plain').replace(/\r\n?/g, '\n')
      setOffered(value.length > LONG ? value : undefined)
    },
    /** Nothing is offered any more; `taken`: a file was made of it. */
    end(taken = false): void {
      setOffered(undefined)
      if (taken) setCount(count + 1)
    },
  }
}
