import type { QueuedMessage } from './chat-types.js'

type Queue = readonly QueuedMessage[]

/** What belongs to the branch of the run that is on, and what stays in the queue. */
export function splitForRun(queue: Queue): { taken: Queue; rest: Queue } {
  return {
    taken: queue.filter(({ parent }) => parent === undefined),
    rest: queue.filter(({ parent }) => parent !== undefined),
  }
}

/**
 * What the queue is once its oldest message has become the question of a run: what was sent to the same branch follows that
 * run; what was sent to the branch of the run before stays there, at `end`.
 */
export function afterFirst([first, ...rest]: Queue, end: string | null): Queue {
  if (!first || first.parent === undefined) return rest
  return rest.map((message) => {
    const { parent, ...bare } = message
    if (parent === undefined) return { ...bare, parent: end }
    return parent === first.parent ? bare : message
  })
}
