import { flatText } from '../accumulate/read-value.js'
import type { ReasoningDetail } from '../message/types.js'
import type { AgentEvent } from './agent-types.js'

/** Keeps what an answer has said in pieces, to tell what a stored message at its end says beyond that. */
export function createAnswerText() {
  const said = { content: '', reasoning: '' }

  return {
    /** A piece of text or thinking. */
    piece(key: 'content' | 'reasoning', text: unknown): AgentEvent[] {
      if (typeof text !== 'string' || text === '') return []
      said[key] += text
      return [{ type: 'delta', delta: { [key]: text } }]
    },
    /** All of it, once more: the rest is news, and so is what says something else, which then is kept aside. */
    whole(key: 'content' | 'reasoning', text: unknown): AgentEvent[] {
      const before = said[key]
      if (typeof text !== 'string' || before.startsWith(text)) return []
      if (!text.startsWith(before)) return [{ type: 'unknown', event: { [key]: text } }]
      return this.piece(key, text.slice(before.length))
    },
    /** Signed and encrypted thinking, whose visible text was shown already. */
    thoughts(details: readonly ReasoningDetail[] | undefined): AgentEvent[] {
      if (!details?.length) return []
      const visible = flatText(details)
      const fits = visible.startsWith(said.reasoning) || said.reasoning.startsWith(visible)
      if (!fits) return [{ type: 'unknown', event: { reasoning_details: details } }]
      if (visible.length > said.reasoning.length) said.reasoning = visible
      return [{ type: 'whole', message: { reasoning_details: details } }]
    },
  }
}

export type AnswerText = ReturnType<typeof createAnswerText>
