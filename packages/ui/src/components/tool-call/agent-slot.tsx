'use client'

import { createElement } from 'react'
import { useLazyModule } from '../../lib/lazy-module.js'
import { useStaticPage } from '../../lib/static-page.js'
import { lazyLive } from '../transcript/use-live-parts.js'
import type { AgentTranscriptProps } from './agent-transcript.js'

/** The transcript of an agent, loaded with the first that is looked at. */
export function AgentSlot(props: AgentTranscriptProps) {
  const page = useStaticPage()
  const loaded = useLazyModule(lazyLive, page === undefined)
  // A page that is written in one go is written again once the view is there.
  const parts = page ? lazyLive.peek() : loaded
  if (parts) return createElement(parts.AgentTranscript, props)
  page?.waitFor(lazyLive.load())
  return null
}
