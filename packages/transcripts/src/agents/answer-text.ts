import type { ReasoningDetail } from '@antiphon/core/channels'
import { flatText } from '@antiphon/core/message'
import type { AgentEvent } from './agent-event.js'

/** Remembers the streamed text of an answer, to find the new content of the stored message at its end. */
export function createAnswerText() {
  const said = { content: '', reasoning: '' }

  return {
    /** A piece of text or thinking. */
    piece(key: 'content' | 'reasoning', text: unknown): AgentEvent[] {
      if (typeof text !== 'string' || text === '') return []
      said[key] += text
      return [{ type: 'delta', delta: { [key]: text } }]
    },
    /** The whole text again. Its rest is new. A different text is new too, and is kept aside. */
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
