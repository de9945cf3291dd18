'use client'

import { contentToText, type Message, type ToolMessage, type Turn } from '@antiphon/core'
import { readMessages } from '@antiphon/core/internal'
import { createContext, type ComponentType } from 'react'
import { isRecord, jsonText } from '../../lib/json.js'

/** How many agents stand around a turn: 0 in the transcript itself. */
export const AgentDepthContext = createContext(0)

/** What draws a turn. Handed down by the turn around a call, so that the view of an agent need not load what it stands in. */
export const DrawTurnContext = createContext<ComponentType<{ turn: Turn }> | undefined>(undefined)

/** Enough of a transcript for find-in-page; a session of days would be text without end. */
const MAX_WORDS = 60_000

/** The messages of the agent that a call ran, where its result has them. Stored data may be anything. */
export function agentMessages(result: ToolMessage | undefined): readonly unknown[] | undefined {
  const kept = result?.metadata?.['antiphon.transcript']
  const messages: unknown = isRecord(kept) ? kept['messages'] : undefined
  return Array.isArray(messages) && messages.length > 0 ? messages : undefined
}

/** What the messages of an agent say, as one text. Agents inside of it come after it. */
export function agentWords(messages: readonly unknown[]): string {
  const words: string[] = []
  const waiting = [messages]
  let length = 0
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    for (const message of readMessages(next, jsonText) as readonly Message[]) {
      if (length > MAX_WORDS) return words.join('\n')
      const text = wordsOf(message)
      length += text.length
      words.push(text)
      const inside = message.role === 'tool' ? agentMessages(message) : undefined
      if (inside) waiting.push(inside)
    }
  }
  return words.filter(Boolean).join('\n')
}

function wordsOf(message: Message): string {
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : []
  return [
    contentToText(message.content),
    ...calls.map((call) => `${call.function.name} ${call.function.arguments}`),
  ].join('\n')
}
