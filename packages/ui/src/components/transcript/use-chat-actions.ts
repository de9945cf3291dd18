import { useChatInstance } from '@antiphon/react'
import { useMemo } from 'react'
import { useWords } from '../../strings/strings.js'
import type { TranscriptActions } from './transcript-actions.js'

/** What the chat can do by itself, under the handlers of the host. */
export function useChatActions(host: TranscriptActions): TranscriptActions {
  const chat = useChatInstance()
  const { strings } = useWords()
  const own = useMemo<TranscriptActions>(
    () => ({
      onRetry: ({ message, whole }) => void (whole ? chat.regenerate(message?.id) : chat.retry(message?.id)),
      // After the limit on tool rounds the thread itself says how to go on; an answer that was cut off must be asked.
      onContinue: ({ message }) =>
        void (message?.role === 'assistant' && message.error?.kind === 'tool_loop_limit'
          ? chat.continue()
          : chat.send(strings.actions.continueMessage)),
    }),
    [chat, strings],
  )
  const keys = Object.values(host)
  return useMemo(
    () => ({ ...own, ...Object.fromEntries(Object.entries(host).filter(([, handler]) => handler)) }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the handlers are what counts, not the object around them
    [own, ...keys],
  )
}
