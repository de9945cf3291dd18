import { isRecord } from '@antiphon/base'

/** A chunk of `streamGenerateContent`: a response with more parts, counts alone, or an error. */
export function isGeminiChunk(value: unknown): boolean {
  if (!isRecord(value) || 'contents' in value) return false
  const { candidates, usageMetadata, promptFeedback, error } = value
  if (isRecord(error) && typeof error.code === 'number' && typeof error.status === 'string') return true
  if (Array.isArray(candidates))
    return candidates.every((one) => isRecord(one) && ('content' in one || 'finishReason' in one))
  return isRecord(promptFeedback) || (isRecord(usageMetadata) && 'responseId' in value)
}
