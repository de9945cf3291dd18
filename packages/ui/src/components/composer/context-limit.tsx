'use client'

import { useEffect, useRef } from 'react'
import { Icon } from '../../icons/icon.js'
import { useWords } from '../../strings/strings.js'
import { useAnnounce } from '../announcer/announcer.js'
import { Button } from '../button/button.js'
import { Part } from '../part/part.js'

export interface ContextLimitProps {
  /** Tokens that the conversation with this message makes, by estimate. */
  tokens: number
  /** Tokens that the model takes. */
  limit: number
  /** Makes a file of what is in the box. */
  onAttach?: () => void
}

/** Says in the message box that the model's context is nearly full, or that the message does not fit into it. */
export function ContextLimit({ tokens, limit, onAttach }: ContextLimitProps) {
  const { strings, formats } = useWords()
  const announce = useAnnounce()
  const words = strings.composer
  const isOver = tokens > limit
  const short = new Intl.NumberFormat(formats.locale, { notation: 'compact', maximumFractionDigits: 0 })
  const [used, all] = [tokens, limit].map((count) => short.format(count).toLocaleLowerCase(formats.locale))
  const text = isOver ? words.tooLong(used!, all!) : words.nearlyFull(used!, all!)
  const spoken = useRef(false)
  useEffect(() => {
    if (isOver && !spoken.current) announce(text)
    spoken.current = isOver
  }, [announce, isOver, text])
  return (
    <Part as="div" slot="context-limit" data-state={isOver ? 'over' : 'high'}>
      <Icon name="alert" />
      <span>{text}</span>
      {isOver && onAttach && <Button onClick={onAttach}>{words.attachPaste}</Button>}
    </Part>
  )
}
