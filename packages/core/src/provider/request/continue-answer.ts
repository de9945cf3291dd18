import { PAUSED } from '../../message/provider-run.js'
import type { AssistantMessage, Message } from '../../message/types.js'
import type { BodyFields } from '../types.js'
import type { NativeMessages } from './kept-answer.js'
import { prepareRequestMessages } from './messages.js'
import type { ReportAdjustment, RequestMessage, RequestPolicy } from './types.js'

/**
 * The messages of a request for the rest of the last answer. If the endpoint can continue it, the answer is sent as it is.
 * Otherwise `ask` follows it as a message of the user, and is reported.
 */
export function prepareContinuation(
  messages: readonly Message[],
  ask: string,
  policy: RequestPolicy,
  report: ReportAdjustment,
  native?: NativeMessages,
): RequestMessage[] {
  const last = messages.at(-1)
  // A provider that paused goes on when its answer comes back as it was.
  if (native && last?.role === 'assistant' && last.finishReasonRaw === PAUSED) {
    const wire = prepareRequestMessages(messages, policy, report, true, native)
    if (wire.at(-1)?.role === 'assistant') return wire
  }
  if (last?.role === 'assistant' && mayPrefill(last, policy)) {
    const whole = [...messages.slice(0, -1), { ...last, content: last.content.trimEnd() }]
    const wire = prepareRequestMessages(whole, policy, report, true)
    report('prefill', `request.messages[${wire.length - 1}]`, undefined, policy.prefill)
    return wire
  }
  const asked: Message[] = [...messages, { role: 'user', content: ask }]
  const wire = prepareRequestMessages(asked, policy, report, false, native)
  report('continue_request', `request.messages[${wire.length - 1}]`, undefined, ask)
  return wire
}

/**
 * Can the endpoint continue this answer? After thinking, only when the thinking is sent in its place (Mistral's parts).
 * Others refuse it (llama.cpp, Qwen), or read the rest as thinking, because their parser waits for its end.
 */
function mayPrefill(
  { content, reasoning, tool_calls }: AssistantMessage,
  { prefill }: RequestPolicy,
): boolean {
  if (!prefill || prefill === 'none' || tool_calls?.length || content.trim() === '') return false
  return !reasoning || prefill === 'prefix'
}

/** Body fields that tell a server of templates to leave the last answer open (vLLM, SGLang). */
export function prefillFields(messages: readonly RequestMessage[], { prefill }: RequestPolicy): BodyFields {
  return prefill === 'final_message' && messages.at(-1)?.role === 'assistant'
    ? { continue_final_message: true, add_generation_prompt: false }
    : {}
}
