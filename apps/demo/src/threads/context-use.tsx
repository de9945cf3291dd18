import type { MessageStore } from '@antiphon/core'
import { useThreadSessions } from '@antiphon/react/threads'
import { ContextMeter } from '@antiphon/ui/shell'
import { useCallback, useSyncExternalStore } from 'react'
import { followChat } from './follow-chat.js'

export interface ContextUseProps {
  threadId: string
  /** Tokens that the model takes, where the endpoint says it. */
  limit: number | undefined
}

/** How much of the model's context the thread fills, as the last answer's usage tells. Nothing where that is not known. */
export function ContextUse({ threadId, limit }: ContextUseProps) {
  const threads = useThreadSessions()
  const subscribe = useCallback(
    (listener: () => void) =>
      followChat(threads, threadId, ({ store }) => store.subscribe(listener), listener),
    [threadId, threads],
  )
  const used = useSyncExternalStore(subscribe, () => tokensOf(threads.get(threadId)?.chat.store))
  return limit !== undefined && used !== undefined ? <ContextMeter used={used} limit={limit} /> : null
}

/** Looked for from the end, for this runs with every frame of an answer. */
function tokensOf(store: MessageStore | undefined): number | undefined {
  const ids = store?.getIds() ?? []
  for (let at = ids.length - 1; at >= 0; at--) {
    const message = store?.getMessage(ids[at]!)
    if (message?.role !== 'assistant' || !message.usage) continue
    const { totalTokens, inputTokens, outputTokens } = message.usage
    return totalTokens ?? (inputTokens === undefined ? undefined : inputTokens + (outputTokens ?? 0))
  }
  return undefined
}
