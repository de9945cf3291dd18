import type { AssistantMessage, ChatController } from '@antiphon/core'
import { apiOf, endpointMemory, resolveProvider } from '@antiphon/core/provider'
import { textWith, type Token, type TokenChoice } from './read-tokens.js'

/**
 * Whether the endpoint of a chat goes on from the beginning of an answer. Others could only be asked in words, which would not
 * go on from one token. After thinking most refuse it.
 */
export function takesPrefill(chat: ChatController, { reasoning }: AssistantMessage): boolean {
  const { endpoint, transport, model } = chat.getConfig()
  if (!endpoint || transport || reasoning || apiOf(endpoint) !== 'chat') return false
  const learned = endpointMemory.list(endpoint, model ?? '').map(({ settings }) => settings)
  const { prefill = 'none' } = resolveProvider(endpoint, model, learned).settings.messages
  return prefill !== 'none'
}

/**
 * Makes a version of an answer that ends with `choice` in place of the token at `at`, and continues it. Undefined where the
 * text up to there is not known; else resolves once the new version has ended.
 */
export function goOnFrom(
  chat: ChatController,
  message: AssistantMessage & { id: string },
  tokens: readonly Token[],
  at: number,
  choice: TokenChoice,
): Promise<void> | undefined {
  const content = textWith(message.content, tokens, at, choice)
  if (content === undefined || !chat.store.getMessage(message.id)) return undefined
  const { model, timestamp } = message
  const kept = [...tokens.slice(0, at), choice].map(({ entry }) => entry)
  const version: AssistantMessage = {
    role: 'assistant',
    content,
    // A person ended it here.
    finishReason: 'cancelled',
    logprobs: { content: kept },
    ...(model !== undefined && { model }),
    ...(timestamp !== undefined && { timestamp }),
  }
  const id = chat.store.append(version, { parent: chat.store.getParent(message.id) ?? null })
  return chat.continue(id)
}
