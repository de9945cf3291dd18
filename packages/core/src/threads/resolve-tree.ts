import type { ThreadTree } from '../store/create-message-store.js'
import type { NodeRecord } from './thread-types.js'

/**
 * Puts records into a tree that has every message exactly once, whatever two tabs, a broken record or a hostile file
 * made of their parents: a parent that was taken out hands on to its own; one that nobody knows, or that leads round in
 * a circle, is replaced by the message that came before.
 *
 * @param lost parents of records that cannot be used, where they can be read.
 */
export function resolveTree(
  records: readonly NodeRecord[],
  chosen: readonly string[],
  lost: ReadonlyMap<string, string | null> = new Map(),
): ThreadTree {
  const sorted = [...records].sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
  const shown = new Map<string, NodeRecord>()
  const handedOn = new Map(lost)
  for (const node of sorted) {
    if (node.removed || !node.message) handedOn.set(node.id, node.parent)
    else shown.set(node.id, node)
  }

  const parents = new Map<string, string | null>()
  let before: string | null = null
  for (const node of shown.values()) {
    const parent = livingParent(node)
    parents.set(node.id, parent === undefined ? before : parent)
    before = node.id
  }
  breakCircles(parents)

  const children = new Map<string | null, string[]>()
  for (const [id, parent] of parents) {
    const siblings = children.get(parent)
    if (siblings) siblings.push(id)
    else children.set(parent, [id])
  }
  const nodes: { message: NonNullable<NodeRecord['message']>; parent: string | null }[] = []
  const pending: (string | null)[] = [null]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const below: string[] = children.get(next) ?? []
    for (const id of below) nodes.push({ message: shown.get(id)!.message!, parent: next })
    pending.push(...below)
  }
  return { nodes, chosen: chosen.filter((id) => shown.has(id)) }

  /** Undefined: nobody knows it. */
  function livingParent(node: NodeRecord): string | null | undefined {
    let parent: string | null | undefined = node.parent
    for (let steps = 0; steps <= handedOn.size; steps++) {
      if (parent === null || parent === undefined) return parent
      if (shown.has(parent)) return parent
      parent = handedOn.get(parent)
    }
    return undefined
  }
}

/** Whoever closes a circle, or follows itself, goes to the top. */
function breakCircles(parents: Map<string, string | null>): void {
  const good = new Set<string | null>([null])
  for (const start of parents.keys()) {
    const path = new Set<string>()
    let id: string | null = start
    while (id !== null && !good.has(id)) {
      path.add(id)
      const parent: string | null = parents.get(id) ?? null
      if (parent !== null && path.has(parent)) {
        parents.set(id, null)
        break
      }
      id = parent
    }
    for (const passed of path) good.add(passed)
  }
}
