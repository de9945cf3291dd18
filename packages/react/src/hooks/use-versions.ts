'use client'
import type { MessageStore } from '@antiphon/core'
import { useMemo, useSyncExternalStore } from 'react'
import { useChatInstance } from '../chat/chat-context.js'

/** The versions of a message (its branches), oldest first, and which of them is shown. */
export interface Versions {
  ids: readonly string[]
  /** Place of the message in `ids`. */
  index: number
  /** Shows the branch that runs through a version. */
  activate(id: string): void
}

/**
 * The versions of a message; of several messages, such as the steps of one answer, those of the first that has more than
 * one. The same object until a version comes or goes.
 */
export function useVersions(id: string | readonly string[]): Versions {
  const { store } = useChatInstance()
  const reader = useMemo(() => createVersionsReader(store), [store])
  const read = (): Versions => reader(typeof id === 'string' ? [id] : id)
  return useSyncExternalStore(store.subscribeIds, read, read)
}

function createVersionsReader(store: MessageStore): (ids: readonly string[]) => Versions {
  let held: Versions = { ids: [], index: -1, activate: store.activate }
  return (candidates) => {
    const all = candidates.map((id) => store.getVersions(id))
    const found = all.find(({ ids, index }) => ids.length > 1 && index >= 0) ?? all[0]
    const { ids = [], index = -1 } = found ?? {}
    const isSame =
      index === held.index && ids.length === held.ids.length && ids.every((id, at) => id === held.ids[at])
    // A copy: what a component has read must not change under it.
    return isSame ? held : (held = { ids: [...ids], index, activate: store.activate })
  }
}
