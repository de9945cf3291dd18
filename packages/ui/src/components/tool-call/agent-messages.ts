'use client'

import type { ToolMessage, Turn } from '@antiphon/core'
import { createContext, useContext, type ComponentType } from 'react'
import { field, isList } from '@antiphon/base'

/** The number of agents around a turn: 0 in the transcript itself. */
export const AgentDepthContext = createContext(0)

/** How many agents are around this part: 0 in the transcript itself. */
export const useAgentDepth = (): number => useContext(AgentDepthContext)

/** The component that draws a turn. The turn around a call passes it down, so that the agent view does not import it. */
export const DrawTurnContext = createContext<ComponentType<{ turn: Turn }> | undefined>(undefined)

/** The messages of the agent that a call ran, where its result has them. Stored data may be anything. */
export function agentMessages(result: ToolMessage | undefined): readonly unknown[] | undefined {
  const messages = field(result?.metadata?.['antiphon.transcript'], 'messages')
  return isList(messages) && messages.length > 0 ? messages : undefined
}
