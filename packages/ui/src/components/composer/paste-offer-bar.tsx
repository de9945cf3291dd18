import { useEffect, useRef } from 'react'
import { useWords } from '../../strings/strings.js'
import { useAnnounce } from '../announcer/announcer.js'
import { Button } from '../button/button.js'
import { Part } from '../part/part.js'

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
      <Button variant="small" className="ap:border-line-strong" onClick={onAccept}>
        {attachPaste}
      </Button>
      <Button variant="small" onClick={onDismiss}>
        {keepPaste}
      </Button>
    </Part>
  )
}
