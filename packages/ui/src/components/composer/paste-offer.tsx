'use client'

import { useState, type ClipboardEvent, useEffect, useRef } from 'react'
import { useWords } from '../../strings/strings.js'
import { useAnnounce } from '../announcer/announcer.js'
import { Button } from '../button/button.js'
import { Part } from '../part/part.js'

/** From here on a pasted text is offered to become a file. */
const LONG = 4_000

export interface PasteOffer {
  /** The long text that was pasted and still stands in the box as it was. */
  pasted: string | undefined
  onPaste(event: ClipboardEvent): void
  /** Takes it out of the text; gives the file and the text without it. */
  accept(): { file: File; rest: string } | undefined
  dismiss(): void
}

/** A long text that is pasted goes into the box as every text does; while it stands there, it can be made a file. */
export function usePasteOffer(text: string, enabled: boolean): PasteOffer {
  const [offered, setOffered] = useState<string>()
  const [count, setCount] = useState(0)
  const pasted = enabled && offered !== undefined && text.includes(offered) ? offered : undefined
  return {
    pasted,
    onPaste(event) {
      // The box knows one kind of line end.
      const value = event.clipboardData.getData('text/plain').replace(/\r\n?/g, '\n')
      setOffered(value.length > LONG ? value : undefined)
    },
    accept() {
      setOffered(undefined)
      if (pasted === undefined) return undefined
      const at = text.indexOf(pasted)
      setCount(count + 1)
      const name = `pasted${count > 0 ? `-${count + 1}` : ''}.${isJson(pasted) ? 'json' : 'txt'}`
      const rest = text.slice(0, at) + text.slice(at + pasted.length)
      return { file: new File([pasted], name, { type: 'text/plain' }), rest }
    },
    dismiss: () => setOffered(undefined),
  }
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

export interface PasteOfferBarProps {
  characters: number
  onAccept: () => void
  onDismiss: () => void
}

/** Offers to make a file of a long text that was pasted. The text is in the box already: doing nothing keeps it. */
export function PasteOfferBar({ characters, onAccept, onDismiss }: PasteOfferBarProps) {
  const { strings, formats } = useWords()
  const announce = useAnnounce()
  const { pasted, attachPaste, keepPaste } = strings.composer
  const words = pasted(formats.number(characters))
  const spoken = useRef('')
  useEffect(() => {
    if (spoken.current === words) return
    spoken.current = words
    announce(`${words} ${attachPaste}`)
  }, [announce, words, attachPaste])
  return (
    <Part as="div" slot="paste-offer" role="group" aria-label={words}>
      <span>{words}</span>
      <Button variant="small" className="ap:border-edge" onClick={onAccept}>
        {attachPaste}
      </Button>
      <Button variant="small" onClick={onDismiss}>
        {keepPaste}
      </Button>
    </Part>
  )
}
