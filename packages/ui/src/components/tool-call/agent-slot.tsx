'use client'

import { createElement } from 'react'
import { createLazyModule, useLazyModule } from '../../lib/lazy-module.js'
import { RevealedText } from '../../lib/reveal-text.js'
import { useStaticPage } from '../../lib/static-page.js'
import { agentWords } from './agent-messages.js'
import type { AgentTranscriptProps } from './agent-transcript.js'

/** Most chats run no agent, so what shows one is loaded with the first that is looked at. */
export const lazyAgent = createLazyModule(() => import('./agent-transcript.js'))

/** The transcript of an agent; its words until the view is there, and where it cannot be loaded. */
export function AgentSlot(props: AgentTranscriptProps) {
  const page = useStaticPage()
  const loaded = useLazyModule(lazyAgent, page === undefined)
  // A page that is written in one go is written again once the view is there.
  const parts = page ? lazyAgent.peek() : loaded
  if (parts) return createElement(parts.AgentTranscript, props)
  page?.waitFor(lazyAgent.load())
  return (
    <div data-slot="agent-turns" data-closed="" dir="auto">
      <RevealedText text={agentWords(props.messages)} padding />
    </div>
  )
}
