import type { MessageStore } from '../store/create-message-store.js'
import type { QueuedMessage } from './chat-types.js'
import type { Run } from './run.js'

type Queue = readonly QueuedMessage[]

/** Where a run begins, among those that were before it. */
export interface RunPlace {
  run: Run
  /** The run before, which messages without a `parent` wait for. */
  last?: Run
  /** The message that its question is a new version of. */
  replaces?: string
  /** `parent` of the waiting message that has become its question. */
  parent?: string | null
}

/**
 * What the queue is once a run begins. What waited for the run before follows this one where it is a new version of that
 * branch or goes on from it; where it is another branch, the messages stay with theirs. What was sent to the branch of this
 * run follows it too.
 */
export function followRun(
  store: MessageStore,
  queue: Queue,
  { run, last, replaces, parent }: RunPlace,
): Queue {
  if (queue.length === 0) return queue
  const end = last && !last.isGone() ? last.getLeaf() : undefined
  const isNext =
    end === undefined || has(store, end, replaces ?? run.head) || has(store, run.head, last?.head)
  return queue.map((message) => {
    if (message.parent === undefined) return isNext ? message : { ...message, parent: end }
    if (message.parent !== parent) return message
    const { parent: _, ...bare } = message
    return bare
  })
}

function has(store: MessageStore, end: string, id: string | undefined): boolean {
  return store.getPath(end).some((message) => message.id === id)
}
