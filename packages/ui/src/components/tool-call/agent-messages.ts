'use client'

import type { ToolMessage, Turn } from '@antiphon/core'
import { createContext, type ComponentType } from 'react'
import { isRecord } from '../../lib/json.js'

/** How many agents stand around a turn: 0 in the transcript itself. */
export const AgentDepthContext = createContext(0)

/** What draws a turn. Handed down by the turn around a call, so that the view of an agent need not load what it stands in. */
export const DrawTurnContext = createContext<ComponentType<{ turn: Turn }> | undefined>(undefined)

/** The messages of the agent that a call ran, where its result has them. Stored data may be anything. */
export function agentMessages(result: ToolMessage | undefined): readonly unknown[] | undefined {
  const kept = result?.metadata?.['antiphon.transcript']
  const messages: unknown = isRecord(kept) ? kept['messages'] : undefined
  return Array.isArray(messages) && messages.length > 0 ? messages : undefined
}
