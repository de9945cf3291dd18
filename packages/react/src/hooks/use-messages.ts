'use client'

import {
  type LiveStep,
  type StoredMessage,
  type MessageStore,
  type Step,
  type StepOutline,
  type TurnOutline,
} from '@antiphon/core'
import { outlineTurns } from '@antiphon/core/binding'
import { useCallback, useSyncExternalStore, useMemo } from 'react'
import { useChatInstance } from '../chat/chat-context.js'

/** One message. Re-renders only when that message changes. */
export function useMessage(id: string): StoredMessage | undefined {
  const { store } = useChatInstance()
  const subscribe = useCallback((listener: () => void) => store.subscribeMessage(id, listener), [store, id])
  const read = useCallback(() => store.getMessage(id), [store, id])
  return useSyncExternalStore(subscribe, read, read)
}

/** The live state of an answer in flight; undefined for a message at rest. */
export function useLiveStep(id: string | undefined): LiveStep | undefined {
  const chat = useChatInstance()
  const subscribe = useCallback(
    (listener: () => void) => (id === undefined ? () => {} : chat.subscribeLiveStep(id, listener)),
    [chat, id],
  )
  const read = useCallback(() => (id === undefined ? undefined : chat.getLiveStep(id)), [chat, id])
  return useSyncExternalStore(subscribe, read, read)
}

/**
 * The turns of the thread as keys: one per user or system message, one per answer with its steps. Changes when a
 * message is added or removed, never by a delta; a turn that did not change keeps its identity.
 */
export function useTurns(): readonly TurnOutline[] {
  const { store } = useChatInstance()
  const read = useMemo(() => createTurnReader(store), [store])
  return useSyncExternalStore(store.subscribeIds, read, read)
}

function createTurnReader(store: MessageStore): () => readonly TurnOutline[] {
  let ids: readonly string[] = []
  let turns: readonly TurnOutline[] = []
  return () => {
    const current = store.getIds()
    if (current !== ids) {
      // Turns before the last answer with an unchanged start are reused. That answer may still get results.
      let same = 0
      while (same < ids.length && ids[same] === current[same]) same++
      const kept = Math.max(
        0,
        turns.findLastIndex(({ role, index }) => role === 'assistant' && index < same),
      )
      const from = kept && turns[kept]!.index
      ids = current
      const entries = ids.slice(from).map((key) => ({ key, role: store.getMessage(key)!.role }))
      turns = [...turns.slice(0, kept), ...outlineTurns(entries, turns.slice(kept), from)]
    }
    return turns
  }
}

/** One step of an answer with its messages. Re-renders only when one of them changes. */
export function useStep(outline: StepOutline): Step {
  const { store } = useChatInstance()
  const reader = useMemo(() => createStepReader(store, outline), [store, outline])
  return useSyncExternalStore(reader.subscribe, reader.read, reader.read)
}

function createStepReader(store: MessageStore, outline: StepOutline) {
  const keys = [...(outline.assistant === undefined ? [] : [outline.assistant]), ...outline.results]
  let messages: unknown[] = []
  let step: Step = { key: outline.key, results: [] }
  return {
    subscribe(listener: () => void) {
      const removers = keys.map((key) => store.subscribeMessage(key, listener))
      return () => removers.forEach((remove) => remove())
    },
    read(): Step {
      const current = keys.map((key) => store.getMessage(key))
      if (current.some((message, i) => message !== messages[i])) {
        messages = current
        step = {
          key: outline.key,
          assistant: current.find((message) => message?.role === 'assistant'),
          results: current.filter((message) => message?.role === 'tool'),
        }
      }
      return step
    },
  }
}

/** The versions of a message (its branches), oldest first, and which of them is shown. */
export interface Versions {
  ids: readonly string[]
  /** Place of the message in `ids`. */
  index: number
  /** Shows the branch that runs through a version. */
  activate(id: string): void
}

/**
 * The versions of a message. For several messages, such as the steps of one answer: those of the first message with more
 * than one. The same object until a version comes or goes. With `counts`, only versions for which it is true, and the one of `id`.
 */
export function useVersions(
  id: string | readonly string[],
  counts?: (message: StoredMessage) => boolean,
): Versions {
  const { store } = useChatInstance()
  const reader = useMemo(() => createVersionsReader(store, counts), [store, counts])
  const read = (): Versions => reader(typeof id === 'string' ? [id] : id)
  return useSyncExternalStore(store.subscribeIds, read, read)
}

function createVersionsReader(
  store: MessageStore,
  counts: (message: StoredMessage) => boolean = () => true,
): (ids: readonly string[]) => Versions {
  let held: Versions = { ids: [], index: -1, activate: store.activate }
  return (candidates) => {
    const all = candidates.map((id) => {
      const ids = store.getVersions(id).ids.filter((one) => one === id || counts(store.getMessage(one)!))
      return { ids, index: ids.indexOf(id) }
    })
    const found = all.find(({ ids, index }) => ids.length > 1 && index >= 0) ?? all[0]
    const { ids = [], index = -1 } = found ?? {}
    const isSame =
      index === held.index && ids.length === held.ids.length && ids.every((id, at) => id === held.ids[at])
    // A copy, so that the array of a component does not change later.
    return isSame ? held : (held = { ids: [...ids], index, activate: store.activate })
  }
}
