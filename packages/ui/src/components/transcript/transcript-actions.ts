'use client'

import { useOptionalChat } from '@antiphon/react'
import { useMemo } from 'react'
import { withoutRuns, type ActionTarget, type TranscriptActions } from '../context/actions-context.js'
import { editingOf } from '../user-message/editable-user-message.js'

/**
 * The chat's own handlers; those of the host win. While another tab writes on this branch, handlers that would begin an
 * answer are left out.
 */
export function useChatActions(host: TranscriptActions, isWrittenElsewhere: boolean): TranscriptActions {
  const chat = useOptionalChat()!
  const own = useMemo<TranscriptActions>(() => {
    // Loaded at a press: they are rare, and each asks a server next. Where they cannot be loaded, a plain retry shows why.
    const wayOut =
      (name: 'raiseLimit' | 'startFromHere' | 'retryWithoutField') =>
      ({ message }: ActionTarget): void =>
        void import('./way-out.js').then(
          (parts) => parts[name](chat, message?.id),
          () => chat.retry(message?.id),
        )
    return {
      onRetry: ({ message, whole }) => void (whole ? chat.regenerate(message?.id) : chat.retry(message?.id)),
      onEditMessage: ({ turnKey }) => editingOf(chat).begin(turnKey),
      onContinue: ({ message }) => void chat.continue(message?.id),
      onRaiseLimit: wayOut('raiseLimit'),
      onStartFromHere: wayOut('startFromHere'),
      onRetryWithoutField: wayOut('retryWithoutField'),
    }
  }, [chat])
  const keys = Object.values(host)
  return useMemo(
    () => {
      const all = { ...own, ...Object.fromEntries(Object.entries(host).filter(([, handler]) => handler)) }
      return isWrittenElsewhere ? withoutRuns(all) : all
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the handlers are what counts, not the object around them
    [own, isWrittenElsewhere, ...keys],
  )
}
