'use client'

import { parseJson } from '@antiphon/base'
import { useEffect, useRef } from 'react'
import { englishComposer } from '../../strings/english-late.js'
import { useWords } from '../../strings/strings.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { useAnnounce } from '../announcer/announcer.js'
import { Button } from '../button/button.js'
import { Part } from '../part/part.js'

/** A text as a file, with a name by what it is. `count`: files that were made of texts before. */
export function fileOfText(text: string, count: number): File {
  const name = `pasted${count > 0 ? `-${count + 1}` : ''}.${isJson(text) ? 'json' : 'txt'}`
  return new File([text], name, { type: 'text/plain' })
}

const isJson = (text: string): boolean => /^\s*[[{]/.test(text) && parseJson(text) !== undefined

export interface PasteOfferBarProps {
  characters: number
  onAccept: () => void
  onDismiss: () => void
}

/** Offers to make a file of a long text that was pasted. The text is in the box already: doing nothing keeps it. */
export function PasteOfferBar({ characters, onAccept, onDismiss }: PasteOfferBarProps) {
  const { formats } = useWords()
  const announce = useAnnounce()
  const { pasted, attachPaste, keepPaste } = useEntryWords('composer', englishComposer)
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
