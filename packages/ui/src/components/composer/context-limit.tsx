'use client'

import type { Message } from '@antiphon/core'
import { useEffect, useRef } from 'react'
import { Icon } from '../../icons/icon.js'
import { LETTERS_PER_TOKEN } from '../../lib/text.js'
import { englishComposer, englishContext } from '../../strings/english-late.js'
import { useWords } from '../../strings/strings.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { useAnnounce } from '../announcer/announcer.js'
import { Button } from '../button/button.js'
import { SummariseButton, type SummariseButtonProps } from '../error-card/summarise-button.js'
import { Part } from '../part/part.js'

/** From here on the context is nearly full. */
const HIGH = 0.8

/** Tokens of the conversation so far, as the last answer's usage has them. */
function tokensSoFar(messages: readonly Message[]): number {
  const usageOf = (message: Message) => (message.role === 'assistant' ? message.usage : undefined)
  const last = messages.findLast(usageOf)
  const { totalTokens, inputTokens = 0, outputTokens = 0 } = (last && usageOf(last)) ?? {}
  return totalTokens ?? inputTokens + outputTokens
}

/** How full a model's context is. */
export interface ContextRoom {
  tokens: number
  state: 'ok' | 'high' | 'over'
}

/** How full the context would be with a message of this many characters, by estimate. */
export function readContextRoom(
  messages: readonly Message[],
  characters: number,
  limit: number,
): ContextRoom {
  const tokens = tokensSoFar(messages) + Math.ceil(characters / LETTERS_PER_TOKEN)
  return { tokens, state: tokens > limit ? 'over' : tokens < limit * HIGH ? 'ok' : 'high' }
}

export interface ContextLimitProps {
  /** Tokens that the conversation with this message makes, by estimate. */
  tokens: number
  /** The context of the model in tokens. */
  limit: number
  /** Makes a file of the text in the box. */
  onAttach?: () => void
  /** A way on that leaves the text in the box. */
  onSummarise?: SummariseButtonProps['onSummarise']
}

/** Says in the message box that the model's context is nearly full, or that the message does not fit into it. */
export function ContextLimit({ tokens, limit, onAttach, onSummarise }: ContextLimitProps) {
  const { formats } = useWords()
  const { attachPaste } = useEntryWords('composer', englishComposer)
  const announce = useAnnounce()
  const words = useEntryWords('context', englishContext)
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
      {onSummarise && <SummariseButton onSummarise={onSummarise} />}
      {isOver && onAttach && <Button onClick={onAttach}>{attachPaste}</Button>}
    </Part>
  )
}
