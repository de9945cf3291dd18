import { type AssistantMessage } from '@antiphon/core'
import { createCompletionReader } from '@antiphon/core/wire'
import { compact } from '@antiphon/base'

/** How an answer ends that an error broke off: `body` is what the wire said, with the error under `error`. */
export function failedBy(body: { error: unknown }): Partial<AssistantMessage> {
  const reader = createCompletionReader()
  reader.push(body)
  const { isError, error, finishReason } = reader.end().message
  return compact({ isError, error, finishReason })
}
