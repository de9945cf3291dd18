import { matchResults } from '../message/match-results.js'
import { toolOutcome } from '../message/tool-outcome.js'
import type { AssistantMessage, Message, ToolMessage } from '../message/types.js'
import type { CallState, LiveStep, PairedCall, Pairing } from './types.js'

/**
 * Pairs every call of the array with its result (architecture 3). A result belongs to the nearest assistant message
 * before it and fills one slot there: first by id among the calls still unanswered, then, where the call or the result
 * has no id, by order. Ids that repeat across turns or inside one are therefore harmless. A result whose id no call
 * of its message has is an orphan; it is never shown beside another call.
 */
export function pairToolCalls(messages: readonly Message[]): Pairing {
  const calls: PairedCall[] = []
  const orphans: ToolMessage[] = []
  let owner: AssistantMessage | undefined
  let ownerIndex = -1
  let results: ToolMessage[] = []

  const settle = (): void => {
    if (!owner) {
      orphans.push(...results)
    } else {
      const paired = pairOne(owner, results, ownerIndex)
      calls.push(...paired.calls)
      orphans.push(...paired.orphans)
    }
    results = []
  }

  messages.forEach((message, index) => {
    if (message.role === 'tool') results.push(message)
    if (message.role !== 'assistant') return
    settle()
    owner = message
    ownerIndex = index
  })
  settle()
  return { calls, orphans }
}

/** The same for one assistant message and the results that follow it, with what a running chat knows on top. */
export function pairOne(
  message: AssistantMessage,
  results: readonly ToolMessage[],
  messageIndex: number,
  live?: LiveStep,
  stepKey: string = message.id ?? `#${messageIndex}`,
): Pairing {
  const calls = message.tool_calls ?? []
  const { slots, orphans } = matchResults(calls, results)
  calls.forEach((_, i) => (slots[i] ??= live?.calls[i]?.result))

  return {
    calls: calls.map((call, callIndex) => ({
      key: `${stepKey}/${callIndex}`,
      call,
      result: slots[callIndex],
      state: callState(message, slots[callIndex], live, callIndex),
      messageIndex,
      callIndex,
    })),
    orphans,
  }
}

function callState(
  message: AssistantMessage,
  result: ToolMessage | undefined,
  live: LiveStep | undefined,
  callIndex: number,
): CallState {
  if (result) return resultState(result)
  const now = live?.calls[callIndex]?.state
  if (now) return now
  if (live?.phase === 'streaming') return 'writing'
  if (isCutOff(message, callIndex)) return 'cut-off'
  return message.finishReason === 'cancelled' ? 'cancelled' : 'unanswered'
}

function resultState(result: ToolMessage): CallState {
  const outcome = toolOutcome(result)
  if (outcome === 'denied' || outcome === 'cancelled') return outcome
  return result.isError || outcome ? 'error' : 'done'
}

/** Only the last call can have been cut; the ones before it were whole when the next began. */
function isCutOff(message: AssistantMessage, callIndex: number): boolean {
  const last = (message.tool_calls?.length ?? 0) - 1
  if (callIndex !== last) return false
  switch (message.finishReason) {
    case 'length':
    case 'incomplete':
    case 'error':
    case 'cancelled':
    case 'content_filter':
      return !isJson(message.tool_calls?.[callIndex]?.function.arguments ?? '')
    default:
      return false
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
