import { parseJson } from '@antiphon/base'
import { matchResults } from '../message/match-results.js'
import { toolOutcome } from '../message/outcome.js'
import { isOpenAtProvider } from '../message/provider-run.js'
import type { AssistantMessage, ToolMessage } from '../message/types.js'
import { callKeyOf } from './call-key.js'
import type { CallState, LiveStep, Pairing, Step } from './types.js'

/** The calls of one assistant message beside their results, with the live state of each call (see `pairToolCalls`). */
export function pairOne(
  message: AssistantMessage,
  results: readonly ToolMessage[],
  messageIndex: number,
  live?: LiveStep,
  stepKey: string = message.id ?? `#${messageIndex}`,
): Pairing {
  const calls = message.tool_calls ?? []
  const { slots, orphans } = matchResults(calls, results)
  calls.forEach((call, i) => {
    if (isOpenAtProvider(call)) slots[i] = undefined
    else slots[i] ??= live?.calls[i]?.result
  })

  return {
    calls: calls.map((call, callIndex) => ({
      key: callKeyOf(stepKey, callIndex),
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
  if (live?.phase === 'streaming') return message.tool_calls?.[callIndex]?.providerRun ? 'running' : 'writing'
  if (isCutOff(message, callIndex)) return 'cut-off'
  return message.finishReason === 'cancelled' ? 'cancelled' : 'unanswered'
}

function resultState(result: ToolMessage): CallState {
  const outcome = toolOutcome(result)
  if (outcome === 'denied' || outcome === 'cancelled') return outcome
  return result.isError || outcome ? 'error' : 'done'
}

/** Only the last call can have been cut; the ones before it were whole when the next began. */
function isCutOff({ finishReason, tool_calls: calls = [] }: AssistantMessage, callIndex: number): boolean {
  const endedWell = !finishReason || /^(stop|tool_calls|other)$/.test(finishReason)
  return (
    !endedWell &&
    callIndex === calls.length - 1 &&
    parseJson(calls[callIndex]!.function.arguments) === undefined
  )
}

/** The calls of one step beside their results, with the live state of each call. */
export function pairStep(step: Step, live?: LiveStep): Pairing {
  if (!step.assistant) return { calls: [], orphans: step.results }
  return pairOne(step.assistant, step.results, step.assistantIndex ?? 0, live, step.key)
}
