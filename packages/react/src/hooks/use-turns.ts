'use client'
import type {
  AssistantMessage,
  MessageStore,
  Step,
  StepOutline,
  ToolMessage,
  TurnOutline,
} from '@antiphon/core'
import { outlineTurns } from '@antiphon/core'
import { useMemo, useSyncExternalStore } from 'react'
import { useChatInstance } from '../chat/chat-context.js'

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
      // Turns before the last answer that begins where it was stand as they are; that one may get more results.
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
          assistant:
            outline.assistant === undefined
              ? undefined
              : (store.getMessage(outline.assistant) as AssistantMessage),
          results: outline.results.flatMap((key) => (store.getMessage(key) as ToolMessage | undefined) ?? []),
        }
      }
      return step
    },
  }
}
