import type { ChatErrorKind } from '@antiphon/core'
import type { OracleAnswer } from '../../replay/oracle.js'

/** The words for endings and errors, written down from the design and not taken from the table of the kit. */
export const finishTitles: Record<string, string> = {
  'length-text': 'Cut off at the token limit',
  'length-thinking': 'Ran out of tokens while thinking',
  'thought-only': 'Only thoughts, no answer',
  'filter-empty': "Withheld by the provider's content filter",
  'filter-midway': "Stopped by the provider's content filter",
  refusal: 'The model declined',
  incomplete: 'Connection ended before the answer did',
}

export const errorTitles: Partial<Record<ChatErrorKind, RegExp>> = {
  auth: /^The key was not accepted$/,
  content_filter: /^Withheld by the provider's content filter$/,
  context_overflow:
    /^(?:Too long for this model: [\d,]+ (?:tokens )?of [\d,]+(?: tokens)?|The conversation is too long)$/,
  invalid_request: /^The server refused the request$/,
  provider: /^The provider reported an error$/,
}

/** How an answer ended, by the design: `tools` when its calls are to be run. */
export function endingOf(answer: OracleAnswer, failed: boolean): string {
  const hasText = answer.content.trim() !== ''
  if (failed) return 'error'
  if (!answer.finish) return 'incomplete'
  if (answer.finish === 'length') return hasText ? 'length-text' : 'length-thinking'
  if (answer.finish === 'content_filter') return hasText ? 'filter-midway' : 'filter-empty'
  if (answer.refusal) return 'refusal'
  if (answer.calls.length > 0) return 'tools'
  return answer.reasoning.trim() && !hasText ? 'thought-only' : 'stop'
}
