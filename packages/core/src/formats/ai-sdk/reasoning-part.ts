import { compact, field, type JsonObject } from '../../errors/is-record.js'
import type { ReasoningDetail } from '../../message/types.js'

/** What providers put beside a reasoning part so that it can go back to them, as blocks of ours. */
export function readReasoningDetails({ text, providerMetadata: given }: JsonObject): ReasoningDetail[] {
  const anthropic = field(given, 'anthropic')
  const openai = field(given, 'openai')
  const [signature, redacted] = [field(anthropic, 'signature'), field(anthropic, 'redactedData')]
  const [encrypted, id] = [field(openai, 'reasoningEncryptedContent'), field(openai, 'itemId')]
  const details: ReasoningDetail[] = []
  if (typeof signature === 'string') details.push({ type: 'reasoning.text', text, signature })
  if (typeof redacted === 'string') details.push({ type: 'reasoning.encrypted', data: redacted })
  if (typeof encrypted === 'string') {
    const known = compact({ data: encrypted, id: typeof id === 'string' ? id : undefined })
    details.push({ type: 'reasoning.encrypted', ...known, format: 'openai-responses-v1' })
  }
  return details
}

/** A reasoning part that is withheld, or undefined for a block that only a visible text can carry. */
export function writeHidden(detail: ReasoningDetail): JsonObject | undefined {
  const { type, data, id, format } = detail
  if (type !== 'reasoning.encrypted' || typeof data !== 'string') return undefined
  const providerMetadata =
    format === 'openai-responses-v1'
      ? { openai: compact({ itemId: id, reasoningEncryptedContent: data }) }
      : { anthropic: { redactedData: data } }
  return { type: 'reasoning', text: '', providerMetadata }
}

/** A reasoning part with what goes beside it. Takes its block out of the list. */
export function writeReasoning(text: string, details: ReasoningDetail[]): JsonObject {
  const at = details.findIndex(
    (detail) => detail.type === 'reasoning.text' && detail.text === text && detail.signature,
  )
  const [signed] = at < 0 ? [] : details.splice(at, 1)
  return compact({
    type: 'reasoning',
    text,
    providerMetadata: signed && { anthropic: { signature: signed.signature } },
  })
}
