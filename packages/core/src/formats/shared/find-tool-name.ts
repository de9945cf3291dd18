import { matchResults } from '../../message/match-results.js'
import type { AssistantMessage, Message, ToolMessage } from '../../message/types.js'

/** The name of the tool that a result is of: its own, else that of the call it answers. It stands at `end` in `messages`. */
export function findToolName(
  result: ToolMessage,
  messages: readonly Message[],
  end: number,
): string | undefined {
  if (result.toolName !== undefined) return result.toolName
  let at = end - 1
  while (at >= 0 && messages[at]!.role !== 'assistant') at--
  const calls = (messages[at] as AssistantMessage | undefined)?.tool_calls ?? []
  const before = messages.slice(at + 1, end).filter((message) => message.role === 'tool')
  const { slots } = matchResults(calls, [...before, result])
  return calls[slots.indexOf(result)]?.function.name
}
