import type { AssistantMessage } from '@antiphon/core'
import { useState, type ReactNode } from 'react'
import { MarkdownSources, type CitedSources } from '../../markdown/index.js'
import { readSources } from './read-sources.js'
import { Sources } from './sources.js'
import { jsonText } from '../../lib/json-text.js'

const isSame = (a: unknown, b: unknown): boolean => jsonText(a) === jsonText(b)

/** The same lists as before where they say the same: they come anew with every delta. */
function kept(before: CitedSources | null, next: CitedSources | null): CitedSources | null {
  if (before === null || next === null) return next
  const list = isSame(before.list, next.list) ? before.list : next.list
  const citations = isSame(before.citations, next.citations) ? before.citations : next.citations
  // Without places in it, the text makes no difference.
  const text = citations.length === 0 ? before.text : next.text
  const same = list === before.list && citations === before.citations && text === before.text
  return same && next.numbered === before.numbered ? before : { ...next, list, citations, text }
}

/** Gives the texts of an answer the marks of its sources, and lists them below. */
export function AnswerSources({
  message,
  children,
}: {
  message: AssistantMessage | undefined
  children: ReactNode
}) {
  const [held, setHeld] = useState<CitedSources | null>(null)
  const cited = kept(held, message === undefined ? null : readSources(message))
  if (cited !== held) setHeld(cited)
  return (
    <>
      <MarkdownSources value={cited}>{children}</MarkdownSources>
      {cited !== null && <Sources sources={cited.list} />}
    </>
  )
}
