import type { StoredMessage } from '../message/types.js'
import { outlineTurns } from '../pairing/outline-turns.js'
import type { MessageStore } from '../tree/message-store.js'

type Node = { message: StoredMessage; parent: string | null }

/** Messages that were taken out of a thread. */
export interface Removal {
  /** Their ids, in the order of the thread. */
  readonly ids: readonly string[]
  /**
   * Puts them back where they were, with what followed them. What was said since stays. A message whose parent is gone by then does
   * not come back.
   */
  restore(): void
}

/**
 * Takes one turn out of a thread: a question, a notice, or an answer with all its calls and results. What follows it moves up, so
 * the conversation goes on without it. Undefined for an id that is in no turn of the branch that is shown.
 *
 * Stop the answer before: a run that works on a removed message has nowhere to write.
 */
export function removeTurn(store: MessageStore, messageId: string): Removal | undefined {
  const entries = store.getMessages().map(({ id, role }) => ({ key: id, role }))
  const ids = outlineTurns(entries)
    .map((turn) =>
      turn.role === 'assistant'
        ? turn.steps.flatMap(({ assistant, results }) => [...(assistant ? [assistant] : []), ...results])
        : [turn.key],
    )
    .find((turn) => turn.includes(messageId))
  return ids && takeOut(store, new Set(ids))
}

/** Takes a message out of a thread with all that follows it, in every branch. Undefined for an unknown id. */
export function removeFrom(store: MessageStore, messageId: string): Removal | undefined {
  if (!store.getMessage(messageId)) return undefined
  const ids = new Set([messageId])
  // A parent comes before what follows it.
  for (const { message, parent } of store.getTree().nodes)
    if (parent !== null && ids.has(parent)) ids.add(message.id)
  return takeOut(store, ids)
}

function takeOut(store: MessageStore, ids: ReadonlySet<string>): Removal {
  store.flush()
  const before = store.getTree()
  const parentOf = new Map(before.nodes.map(({ message, parent }) => [message.id, parent]))
  const heir = (parent: string | null): string | null => {
    let at = parent
    while (at !== null && ids.has(at)) at = parentOf.get(at) ?? null
    return at
  }
  const shown = new Set(store.getIds())
  const moved = new Map(
    before.nodes.flatMap(({ message: { id }, parent }) =>
      !ids.has(id) && parent !== null && ids.has(parent) ? [[id, heir(parent)] as const] : [],
    ),
  )
  store.setTree({
    nodes: before.nodes
      .filter(({ message }) => !ids.has(message.id))
      .map((node) => ({ ...node, parent: moved.get(node.message.id) ?? heir(node.parent) })),
    // What moved up stands among older versions, and is still what is shown.
    chosen: [
      ...before.chosen.filter((id) => !ids.has(id)),
      ...[...moved.keys()].filter((id) => shown.has(id)),
    ],
  })

  const restore = (): void => {
    store.flush()
    const now = store.getTree()
    const here = new Set(now.nodes.map(({ message }) => message.id))
    const back: Node[] = []
    for (const node of before.nodes) {
      const { id } = node.message
      if (!ids.has(id) || here.has(id) || (node.parent !== null && !here.has(node.parent))) continue
      back.push(node)
      here.add(id)
    }
    const nodes = now.nodes.map((node) => {
      const { id } = node.message
      const parent = parentOf.get(id)
      const isMoved = moved.has(id) && node.parent === moved.get(id) && parent && here.has(parent)
      return isMoved ? { ...node, parent } : node
    })
    store.setTree({
      nodes: inOrder([...nodes, ...back], before.nodes),
      // The removed ones show what they showed; elsewhere what was chosen since counts.
      chosen: [
        ...before.chosen.filter((id) => here.has(id) && (ids.has(id) || moved.has(id))),
        ...[...shown].filter((id) => ids.has(id) && here.has(id)),
        ...now.chosen.filter((id) => !moved.has(id)),
      ],
    })
  }
  return {
    ids: before.nodes.flatMap(({ message }) => (ids.has(message.id) ? message.id : [])),
    restore,
  }
}

/** A parent before what follows it, siblings in the order that they had; younger ones come last. */
function inOrder(nodes: readonly Node[], known: readonly Node[]): Node[] {
  const rank = new Map(known.map(({ message }, at) => [message.id, at]))
  const below = new Map<string | null, Node[]>()
  for (const node of nodes.toSorted((a, b) => rankOf(a) - rankOf(b)))
    below.set(node.parent, [...(below.get(node.parent) ?? []), node])
  const ordered: Node[] = []
  const pending = (below.get(null) ?? []).toReversed()
  for (let node = pending.pop(); node; node = pending.pop()) {
    ordered.push(node)
    pending.push(...(below.get(node.message.id) ?? []).toReversed())
  }
  return ordered

  function rankOf({ message }: Node): number {
    return rank.get(message.id) ?? Infinity
  }
}
