import {
  contentToText,
  type AssistantMessage,
  type Message,
  type ToolCall,
  type ToolMessage,
} from '@antiphon/core'
import { TOOL_OUTCOME_KEY, denialReason, matchResults } from '@antiphon/core/message'
import { compact } from '@antiphon/base'
import { createStep, type AgentStep } from '@antiphon/transcripts/agents'
import type { AgentAnswer } from './types.js'

interface OpenAnswer {
  at: number
  answer: AssistantMessage
  calls: readonly ToolCall[]
  slots: readonly (ToolMessage | undefined)[]
}

/** The answer at the end of the thread, behind which there is nothing but results. */
function openAnswer(messages: readonly Message[]): OpenAnswer | undefined {
  const at = messages.findLastIndex(({ role }) => role !== 'tool')
  const answer = messages[at]
  if (answer?.role !== 'assistant' || !answer.tool_calls?.length) return undefined
  const results = messages.slice(at + 1).filter((message) => message.role === 'tool')
  const { slots } = matchResults(answer.tool_calls, results)
  return { at, answer, calls: answer.tool_calls, slots }
}

/** The open answer as a step, for a run that begins with results of its calls. */
export function lastStep(messages: readonly Message[]): AgentStep | undefined {
  const open = openAnswer(messages)
  if (!open) return undefined
  const calls = open.calls.map(({ id, function: { name }, providerRun }) =>
    compact({ id, name, isRow: providerRun ? (true as const) : undefined }),
  )
  return { ...createStep(), calls, closed: true }
}

/** Is there a call that the chat must answer before the other system gets the results? Questions of that system do not count. */
export function waitsForCalls(messages: readonly Message[]): boolean {
  const { calls = [], slots = [] } = openAnswer(messages) ?? {}
  return calls.some((call, i) => !slots[i] && !call.approvalRequest && !call.providerRun)
}

/**
 * The person's answers to the questions at the end of the thread, and the thread for the other system. It leaves out our results of
 * denied calls, because the other system adds them itself. A call without a result was allowed.
 */
export function withAnswers(messages: readonly Message[]): {
  messages: readonly Message[]
  answers: readonly AgentAnswer[]
} {
  const open = openAnswer(messages)
  if (!open?.calls.some(({ approvalRequest }) => approvalRequest)) return { messages, answers: [] }
  const answers: AgentAnswer[] = []
  const told = new Set<Message>()
  const tool_calls = open.calls.map((call, i): ToolCall => {
    const { id: callId, approvalRequest: request } = call
    const result = open.slots[i]
    const isDenied = result?.metadata?.[TOOL_OUTCOME_KEY] === 'denied'
    if (!request || (result && !isDenied)) return call
    if (result) told.add(result)
    const reason = result && denialReason(contentToText(result.content))
    const answer = compact({ approved: !isDenied, reason: reason || undefined })
    answers.push({ callId, request, ...answer })
    return { ...call, approvalRequest: { ...request, ...answer } }
  })
  const changed = messages.map((message, at) => (at === open.at ? { ...open.answer, tool_calls } : message))
  return { messages: changed.filter((message) => !told.has(message)), answers }
}
