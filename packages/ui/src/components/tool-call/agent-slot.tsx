'use client'

import { createElement } from 'react'
import { useLateParts } from '../live-parts/use-live-parts.js'
import type { AgentTranscriptProps } from './agent-transcript.js'

/** The transcript of an agent. The code is loaded when the first one is opened. */
export function AgentSlot(props: AgentTranscriptProps) {
  const late = useLateParts(true)
  return late ? createElement(late.AgentTranscript, props) : null
}
