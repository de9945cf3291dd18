import type { StoredMessage, ThreadTree } from '@antiphon/core'
import { THREAD_VERSION, type NodeRecord } from '../storage/types.js'
import { isSameJson } from '@antiphon/base'
import { asRemoved, resolveTree } from './resolve-tree.js'

export interface MergeHost {
  threadId: string
  orderOf(id: string): number
  /** A change of our own that is not stored yet wins. */
  isOurs(message: StoredMessage): boolean
  /** Do its calls run here, or wait for a person? Another tab may have put back a copy that has none of them. */
  runsCalls(id: string): boolean
  /** The same as `isOurs` for the place that this tab gave a message, for example by putting a result before it. */
  isMoved(id: string, parent: string | null): boolean
  /** The parent in its record, where the message is stored. A merge may have shown it elsewhere. */
  storedParent(id: string): string | null | undefined
  /** An answer of this chat of which nothing has arrived. It goes with its question: the model would be asked for nothing. */
  isWaiting(id: string): boolean
}

/**
 * Merges the open thread with the records of another tab: every message of both, once. The shown branch stays, and a
 * message after its end is shown too.
 */
export function mergeNodes(tree: ThreadTree, incoming: readonly NodeRecord[], host: MergeHost): ThreadTree {
  const { threadId } = host
  const records = new Map<string, NodeRecord>()
  const places = new Map(tree.nodes.map(({ message, parent }) => [message.id, parent]))
  const known = new Set<string | null>([null, ...places.keys(), ...incoming.map(({ id }) => id)])
  for (const { message, parent: place } of tree.nodes) {
    const { id } = message
    // The place on screen may come from records that change now: with the new ones it could make a circle.
    const stored = host.isMoved(id, place) ? undefined : host.storedParent(id)
    const parent = stored !== undefined && known.has(stored) ? stored : place
    records.set(id, { v: THREAD_VERSION, threadId, id, parent, order: host.orderOf(id), message })
  }
  const kept = keptHere(tree, incoming, host)
  for (const node of incoming) {
    const before = records.get(node.id)
    if (!before?.message) records.set(node.id, node)
    else if (node.removed || !node.message) {
      if (!host.isOurs(before.message) && !kept.has(node.id)) records.set(node.id, node)
    } else {
      // An equal message stays the same object, so that its components do not render.
      const isKept =
        host.isOurs(before.message) ||
        isSameJson(before.message, node.message) ||
        (host.runsCalls(node.id) && !hasCallsOf(before.message, node.message))
      const message = isKept ? before.message : node.message
      const place = places.get(node.id) ?? null
      const parent = host.isMoved(node.id, place) ? place : node.parent
      records.set(node.id, { ...node, message, parent })
    }
  }
  const here = new Map<string | null, StoredMessage>(tree.nodes.map(({ message }) => [message.id, message]))
  for (const { message, parent } of tree.nodes) {
    const isUnasked = here.get(parent)?.role === 'user' && !records.get(parent!)?.message
    // Kept as removed, so that messages below it find their parent.
    if (isUnasked && host.isWaiting(message.id)) records.set(message.id, asRemoved(records.get(message.id)!))
  }
  const next = resolveTree([...records.values()], [])
  return { ...next, chosen: keepShown(tree, next) }
}

/** Does the copy have the calls of the answer? */
export function hasCallsOf(answer: StoredMessage, copy: StoredMessage): boolean {
  const [calls, copied] = [answer, copy].map((one) => (one.role === 'assistant' ? one.tool_calls : undefined))
  return isSameJson(calls, copied)
}

/**
 * Answers that another tab removed, but that stay because this tab changed them. Their results stay too: without its result
 * a call looks as if it had never run, and a retry would run it again. A result that was removed alone is gone.
 */
function keptHere(
  { nodes }: ThreadTree,
  incoming: readonly NodeRecord[],
  host: MergeHost,
): Set<string | null> {
  const removed = new Set(incoming.flatMap(({ id, message }) => (message ? [] : id)))
  const kept = new Set<string | null>()
  for (const { message, parent } of nodes) {
    const { id, role } = message
    // A message comes after the one that it follows.
    if (role === 'tool' ? kept.has(parent) : removed.has(id) && host.isOurs(message)) kept.add(id)
  }
  return kept
}

/**
 * Merges the stored thread, read for the first time, with the messages that this chat got meanwhile. They follow the end of
 * the shown branch. As a second root they would hide the whole thread as another version.
 *
 * A stored thread keeps its own instructions, or none. Those of the chat are for new threads.
 */
export function followStored(
  here: ThreadTree,
  stored: readonly NodeRecord[],
  chosen: readonly string[],
): ThreadTree {
  const thread = resolveTree(stored, chosen)
  if (thread.nodes.length === 0) return here
  const ids = new Set(thread.nodes.map(({ message }) => message.id))
  const active = activeChildren(thread)
  let end: string | null = null
  for (let next = active.get(null); next !== undefined; next = active.get(next)) end = next
  const dropped = new Set<string | null>([null])
  const added = here.nodes.flatMap(({ message, parent }) => {
    if (ids.has(message.id)) return []
    const isTop = dropped.has(parent)
    if (isTop && (message.role === 'system' || message.role === 'developer')) {
      dropped.add(message.id)
      return []
    }
    return { message, parent: isTop ? end : parent }
  })
  const isAdded = new Set(added.map(({ message }) => message.id))
  return {
    nodes: [...thread.nodes, ...added],
    chosen: [...thread.chosen, ...here.chosen.filter((id) => isAdded.has(id))],
  }
}

/** Among new siblings the one that was shown stays shown. */
function keepShown(before: ThreadTree, after: ThreadTree): string[] {
  const shown = new Set(activeChildren(before).values())
  const last = activeChildren({ ...after, chosen: [] })
  return after.nodes.flatMap(({ message: { id }, parent }) =>
    shown.has(id) && last.get(parent) !== id ? id : [],
  )
}

/** The shown child of every message that has one. */
function activeChildren({ nodes, chosen }: ThreadTree): Map<string | null, string> {
  const active = new Map<string | null, string>()
  const picked = new Set(chosen)
  const fixed = new Set<string | null>()
  for (const { message, parent } of nodes) {
    if (fixed.has(parent)) continue
    active.set(parent, message.id)
    if (picked.has(message.id)) fixed.add(parent)
  }
  return active
}
