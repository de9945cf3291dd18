'use client'

import type { ChatController } from '@antiphon/core'
import { useCallback, useSyncExternalStore } from 'react'
import { createArtifactsReader, type Artifact } from '../read-artifacts.js'

const readers = new WeakMap<ChatController, () => readonly Artifact[]>()
const none: readonly Artifact[] = []

/** One reader per chat, however many cards and panels look at it. */
function readerOf(chat: ChatController): () => readonly Artifact[] {
  const found = readers.get(chat)
  if (found) return found
  const read = createArtifactsReader()
  const reader = (): readonly Artifact[] =>
    read(chat.store.getMessages(), (messageId) => chat.getLiveStep(messageId))
  readers.set(chat, reader)
  return reader
}

/** The artifacts of a chat, with those that are being written. Changes only when one of them does. Without a chat: none. */
export function useArtifacts(chat: ChatController | undefined): readonly Artifact[] {
  const subscribe = useCallback(
    (listener: () => void) => {
      const removers = chat ? [chat.store.subscribe(listener), chat.subscribe(listener)] : []
      return () => removers.forEach((remove) => remove())
    },
    [chat],
  )
  const read = chat ? readerOf(chat) : () => none
  return useSyncExternalStore(subscribe, read, read)
}
