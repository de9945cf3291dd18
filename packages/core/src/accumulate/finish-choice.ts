import type { FinishReason } from '../message/types.js'
import { openSegment, type ChoiceDraft } from './choice-draft.js'
import { finishToolCalls } from './finish-tool-calls.js'
import { normalizeFinishReason } from './normalize-finish-reason.js'

/** How a call begins that the server's own parser left in the text: Hermes, Kimi, DeepSeek (wire-facts 2.5). */
const CALL_IN_TEXT = /<tool_call>|<\|tool_calls?_(section_)?begin|<｜(DSML|tool▁call)/

/**
 * Closes what is still open in a draft, after which its parts are final, and tells how the choice ended by its own word.
 * `sendsFinishReason` false: this server never says one.
 */
export function closeChoice(
  draft: ChoiceDraft,
  generateId: (callIndex: number) => string,
  sendsFinishReason: boolean,
): FinishReason {
  const { think, context } = draft
  think.end()
  const tag = think.tag()
  // The template's opening tag was never closed in a complete answer, so the model did not think: all of it is text.
  if (think.neverClosed() && !draft.text && normalizeFinishReason(draft.finishReasonRaw) === 'stop') {
    draft.text = draft.reasoning
    draft.reasoning = ''
    draft.reasoningField = undefined
    draft.segments = draft.segments.map((segment) =>
      segment.type === 'reasoning' ? { ...segment, type: 'text' } : segment,
    )
  } else if (tag && tag.open !== '<think>') {
    // So that the thoughts can be written back the same way.
    draft.metadata['antiphon.think_tag'] = { open: tag.open, close: tag.close }
  }
  openSegment(draft)
  finishToolCalls(draft, generateId)

  const hasCalls = draft.calls.list.length > 0
  const where = `choices[${draft.index}].`
  // Nothing is parsed out of a text, for it may only quote a call; the report tells why no tool ran.
  const text = (draft.text || draft.reasoning).trimEnd()
  const [begin] = (!hasCalls && /[>}]$/.test(text) && CALL_IN_TEXT.exec(text)) || []
  if (begin) context.report('tool_call_in_text', `${where}content`, begin, begin)
  const raw = draft.finishReasonRaw ?? (sendsFinishReason ? undefined : 'stop')
  const reason = normalizeFinishReason(raw, hasCalls)
  if (reason === 'stop' && /(call|use)s?$/i.test(raw!)) {
    context.report('finish_reason_without_calls', `${where}finish_reason`, raw, reason)
  }
  return reason
}
