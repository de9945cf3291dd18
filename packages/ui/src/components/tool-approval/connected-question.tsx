'use client'

import type { PersonAnswer } from '@antiphon/core'
import type { ToolQuestionControl } from '@antiphon/react'
import { useContext, useEffect, useRef } from 'react'
import { englishApproval } from '../../strings/english-late.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { useAnnounce } from '../announcer/announcer.js'
import { RevealContext } from '../context/reveal-context.js'
import { nextStop } from './next-stop.js'
import { ToolQuestion } from './tool-question.js'

/** A question of a running call of the chat above. After the answer the focus moves on, as after an approval. */
export function ConnectedQuestion({ control }: { control: ToolQuestionControl }) {
  const announce = useAnnounce()
  const words = useEntryWords('approval', englishApproval)
  const card = useRef<HTMLDivElement>(null)
  const reveal = useContext(RevealContext)
  const { pending } = control
  useEffect(() => {
    if (card.current) reveal(card.current)
  }, [reveal])

  const answer = async (given: PersonAnswer): Promise<readonly string[]> => {
    const isInside = card.current?.contains(document.activeElement)
    const next = isInside && card.current ? nextStop(card.current) : undefined
    const outcome = await control.answer(given)
    if (outcome.status === 'invalid') return outcome.fields
    if (outcome.status === 'stale') announce(words.stale)
    else next?.focus()
    return []
  }
  return <ToolQuestion ref={card} question={pending.question} since={pending.since} onAnswer={answer} />
}
