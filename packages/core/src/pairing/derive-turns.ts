import type { AssistantMessage, Message, ToolMessage } from '../message/types.js'
import { outlineTurns } from './outline-turns.js'
import { reuseEqual } from './reuse-equal.js'
import type { Turn } from './types.js'

/**
 * The turns of a message array (see `outlineTurns` for the rules) with the messages in them. A message without an id is
 * keyed by its place. Turns and steps of `previous` whose messages are the same objects keep their identity.
 */
export function deriveTurns(messages: readonly Message[], previous: readonly Turn[] = []): Turn[] {
  const byKey = new Map<string, { message: Message; index: number }>()
  const entries = messages.map((message, index) => {
    // A pasted array may repeat an id; keys may not.
    const key = message.id && !byKey.has(message.id) ? message.id : `#${index}`
    byKey.set(key, { message, index })
    return { key, role: message.role }
  })
  const turns = outlineTurns(entries).map((outline): Turn => {
    if (outline.role !== 'assistant') return { ...outline, message: byKey.get(outline.key)!.message }
    return {
      ...outline,
      steps: outline.steps.map(({ key, assistant, results }) => {
        const found = assistant === undefined ? undefined : byKey.get(assistant)
        return {
          key,
          assistant: found?.message as AssistantMessage | undefined,
          assistantIndex: found?.index,
          results: results.map((result) => byKey.get(result)!.message as ToolMessage),
        }
      }),
    }
  })
  return reuseEqual(turns, previous)
}
