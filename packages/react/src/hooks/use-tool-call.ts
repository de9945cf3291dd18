'use client'
import { pairStep, type Chat, type PairedCall, type Step, type StoredMessage } from '@antiphon/core'
import { useMemo, useSyncExternalStore } from 'react'
import { useChatInstance } from '../chat/chat-context.js'

/**
 * One call beside its result, by its key (`messageId/position`). Undefined when there is no such call. Re-renders when
 * the call, its result or its live state changes.
 */
export function useToolCall(callKey: string): PairedCall | undefined {
  const chat = useChatInstance()
  const reader = useMemo(() => createCallReader(chat, callKey), [chat, callKey])
  return useSyncExternalStore(reader.subscribe, reader.read, reader.read)
}

function createCallReader(chat: Chat, callKey: string) {
  const messageId = callKey.slice(0, callKey.lastIndexOf('/'))
  let last: PairedCall | undefined
  return {
    subscribe(listener: () => void) {
      const removers = [
        chat.store.subscribeMessage(messageId, listener),
        chat.store.subscribeIds(listener),
        chat.subscribeLiveStep(messageId, listener),
      ]
      return () => removers.forEach((remove) => remove())
    },
    read(): PairedCall | undefined {
      const step = stepOf(chat.store.getMessages(), messageId)
      const next =
        step && pairStep(step, chat.getLiveStep(messageId)).calls.find(({ key }) => key === callKey)
      const same =
        last && next && last.call === next.call && last.result === next.result && last.state === next.state
      return same ? last : (last = next)
    },
  }
}

function stepOf(messages: readonly StoredMessage[], id: string): Step | undefined {
  const index = messages.findIndex((message) => message.id === id)
  const assistant = messages[index]
  if (assistant?.role !== 'assistant') return undefined
  const end = messages.findIndex((message, i) => i > index && message.role === 'assistant')
  const after = messages.slice(index + 1, end < 0 ? undefined : end)
  return {
    key: id,
    assistant,
    assistantIndex: index,
    results: after.filter((message) => message.role === 'tool'),
  }
}
