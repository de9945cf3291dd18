import { pairToolCalls, type Message } from '@antiphon/core'

/** Counts the messages of one agent. Agents that it ran have totals of their own. */
export function agentTotals(messages: readonly Message[]) {
  const { calls } = pairToolCalls(messages)
  const tokens = messages.flatMap((message) => {
    const usage = message.role === 'assistant' ? message.usage : undefined
    if (!usage) return []
    const { totalTokens, inputTokens, outputTokens } = usage
    if ((totalTokens ?? inputTokens ?? outputTokens) === undefined) return []
    return [totalTokens ?? (inputTokens ?? 0) + (outputTokens ?? 0)]
  })
  return {
    messages: messages.length,
    calls: calls.length,
    failures: calls.filter(({ state }) => state === 'error').length,
    /** Sum over all answers that report it; undefined if none does. */
    tokens: tokens.length === 0 ? undefined : tokens.reduce((sum, count) => sum + count, 0),
  }
}
