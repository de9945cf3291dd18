import { type Message, type ThreadTree } from '@antiphon/core'
import { createMessageStore } from '@antiphon/core/binding'
import type { TranscriptProps } from '@antiphon/ui'
import { useMemo, useSyncExternalStore } from 'react'

/**
 * The messages of a tree with branches that are shown now, and the picker of versions at each turn that has some.
 *
 * @param tree undefined: `messages` as they are, without versions.
 */
export function useShownVersions(
  messages: readonly Message[],
  tree: ThreadTree | undefined,
): { messages: readonly Message[]; branchOf?: TranscriptProps['branchOf'] } {
  const store = useMemo(() => {
    if (!tree) return undefined
    const made = createMessageStore()
    made.setTree(tree)
    return made
  }, [tree])
  const ids = useSyncExternalStore(
    store?.subscribeIds ?? never,
    () => store?.getIds(),
    () => store?.getIds(),
  )
  return useMemo(() => {
    if (!store || !ids) return { messages }
    return {
      messages: store.getMessages(),
      branchOf(turn) {
        const own = turn.role === 'assistant' ? turn.steps.map(({ key }) => key) : [turn.key]
        const found = own.map((id) => store.getVersions(id)).find((one) => one.ids.length > 1)
        if (!found || found.index < 0) return undefined
        const { ids: all, index } = found
        return { index, total: all.length, onIndexChange: (next) => store.activate(all[next]!) }
      },
    }
  }, [store, ids, messages])
}

const never = (): (() => void) => () => {}
