import { field, isRecord } from '../errors/is-record.js'
import type { AssistantMessage, ToolCall } from '../message/types.js'
import { isForeign } from './is-foreign.js'
import type { ReportAdjustment, RequestPolicy } from './request-types.js'

/**
 * Gemini wants a signature on the first call of each turn and refuses one that another model made; history from
 * elsewhere gets the word that stands for one (wire-facts 5).
 */
export function signCall(
  wire: ToolCall,
  position: number,
  message: AssistantMessage,
  policy: RequestPolicy,
  where: string,
  report: ReportAdjustment,
): void {
  const { missingThoughtSignature: word } = policy
  const extra = wire.extra_content
  const google = field(extra, 'google')
  const signature = field(google, 'thought_signature')
  if (!word || (signature ? !isForeign(message, policy) : position > 0)) return
  wire.extra_content = {
    ...(isRecord(extra) && extra),
    google: { ...(isRecord(google) && google), thought_signature: word },
  }
  report('thought_signature', where, signature, word)
}
