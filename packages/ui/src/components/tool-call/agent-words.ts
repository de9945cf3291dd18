import { contentToText, type Message } from '@antiphon/core'
import { readMessages } from '@antiphon/core/message'
import { prettyJson } from '../../lib/json.js'
import { agentMessages } from './agent-messages.js'

/** Length limit of the text for find-in-page: a long session would have no end. */
const MAX_WORDS = 60_000

/** The words of an agent's messages as one text, then those of the agents inside it. */
export function agentWords(messages: readonly unknown[]): string {
  const words: string[] = []
  const waiting = [messages]
  let length = 0
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    for (const message of readMessages(next, prettyJson) as readonly Message[]) {
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
