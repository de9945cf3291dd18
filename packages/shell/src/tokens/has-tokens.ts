import { isRecord } from '@antiphon/base'

/** Whether `logprobs` of an answer hold tokens, of chat completions or of the older completions. */
export function hasTokens(logprobs: unknown): boolean {
  if (!isRecord(logprobs)) return false
  const { content, tokens } = logprobs
  return [content, tokens].some((list) => Array.isArray(list) && list.length > 0)
}
