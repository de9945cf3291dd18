'use client'

import { createElement } from 'react'
import { useLazyModule } from '../../lib/lazy-module.js'
import { useStaticPage } from '../../lib/static-page.js'
import { lazyLive } from '../live-parts/use-live-parts.js'
import type { AgentTranscriptProps } from './agent-transcript.js'

/** The transcript of an agent. The code is loaded when the first one is opened. */
export function AgentSlot(props: AgentTranscriptProps) {
  const page = useStaticPage()
  const loaded = useLazyModule(lazyLive, page === undefined)
  // A static page is rendered again once the view is loaded.
  const parts = page ? lazyLive.peek() : loaded
  if (parts) return createElement(parts.AgentTranscript, props)
  page?.waitFor(lazyLive.load())
  return null
}
