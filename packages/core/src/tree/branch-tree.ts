/** Key under which the first messages of a thread hang. */
const ROOT = ''
const NONE: readonly string[] = []

/**
 * The thread as a tree of ids. Every message has a parent. The active path is the array that is shown and sent. An edit or a
 * retry adds a sibling, so nothing is lost.
 */
export interface BranchTree {
  /** Ids of the active path. The array keeps its identity until the path changes. */
  path(): readonly string[]
  parentOf(id: string): string | undefined
  has(id: string): boolean
  /**
   * Adds `id` under `parent` (undefined: at the top) and makes it the active child. `between`: the messages under `parent`
   * move under `id`, with their branches. `aside`: the child that is active stays so.
   */
  add(id: string, parent: string | undefined, how?: 'between' | 'aside'): void
  /** Siblings of `id` in order of creation, itself included. The array keeps its identity until they change. */
  siblings(id: string): readonly string[]
  /**
   * The ids directly below `id` (undefined: at the top), in order of creation. The array keeps its identity until they
   * change.
   */
  childrenOf(id: string | undefined): readonly string[]
  /** Ids from the top down to `id`, by parents, whatever path is active. Empty for an id that is not in the tree. */
  pathTo(id: string): string[]
  /**
   * Makes the path run through `id`; below it, the path takes the branch that was active last. `only` chooses `id` among its
   * siblings, but does not lead the path there.
   */
  activate(id: string, only?: boolean): void
  /** Removes `id` and all below it; returns what was removed. An older sibling becomes active. */
  remove(id: string): string[]
  /** Every id: a parent before what follows it, siblings in order. */
  ids(): string[]
  /** Ids that are active although they have a younger sibling. With the order of siblings, these describe the active path. */
  chosen(): string[]
}

export function createBranchTree(): BranchTree {
  const parents = new Map<string, string>()
  /** Lists are replaced, never changed: readers keep them. */
  const children = new Map<string, readonly string[]>()
  const active = new Map<string, string>()
  let path: string[] = []
  /** The path as readers have seen it. They keep the array, so a longer path is copied once, at the next read. */
  let shown: readonly string[] | undefined

  const walk = (): void => {
    path = []
    for (let id = active.get(ROOT); id !== undefined; id = active.get(id)) path.push(id)
    shown = undefined
  }

  return {
    path: () => (shown ??= path.slice()),
    parentOf: (id) => parents.get(id) || undefined,
    has: (id) => parents.has(id),
    add(id, parent = ROOT, how) {
      if (parents.has(id))
        throw new Error(`The id "${id}" is in the thread already. Ids must be unique in a thread.`)
      if (parent !== ROOT && !parents.has(parent))
        throw new Error(`There is no message "${parent}" to add under.`)
      const isTail = (path.at(-1) ?? ROOT) === parent
      parents.set(id, parent)
      const siblings = children.get(parent)
      if (siblings && how === 'between') {
        const below = active.get(parent)
        if (below !== undefined) active.set(id, below)
        for (const sibling of siblings) parents.set(sibling, id)
        children.set(id, siblings)
        children.set(parent, [id])
      } else children.set(parent, siblings ? [...siblings, id] : [id])
      if (siblings && how === 'aside') return
      active.set(parent, id)
      if (isTail) {
        path.push(id)
        shown = undefined
      } else walk()
    },
    siblings: (id) => (parents.has(id) ? (children.get(parents.get(id)!) ?? NONE) : NONE),
    childrenOf: (id = ROOT) => children.get(id) ?? NONE,
    pathTo(id) {
      const ids: string[] = []
      for (let next: string | undefined = id; next && parents.has(next); next = parents.get(next))
        ids.push(next)
      return ids.toReversed()
    },
    activate(id, only) {
      if (!parents.has(id)) return
      let isChanged = false
      for (let child = id, parent = parents.get(id); parent !== undefined;) {
        isChanged ||= active.get(parent) !== child
        active.set(parent, child)
        if (only || parent === ROOT) break
        child = parent
        parent = parents.get(child)
      }
      // The path keeps its identity, so that its readers do not render again.
      if (isChanged) walk()
    },
    remove(id) {
      const parent = parents.get(id)
      if (parent === undefined) return []
      const removed: string[] = []
      const pending = [id]
      for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
        pending.push(...(children.get(next) ?? []))
        children.delete(next)
        parents.delete(next)
        active.delete(next)
        removed.push(next)
      }
      const rest = (children.get(parent) ?? []).filter((child) => child !== id)
      if (rest.length > 0) children.set(parent, rest)
      else children.delete(parent)
      if (active.get(parent) === id) {
        const next = rest.at(-1)
        if (next === undefined) active.delete(parent)
        else active.set(parent, next)
      }
      walk()
      return removed
    },
    ids() {
      const ids: string[] = []
      const pending = (children.get(ROOT) ?? NONE).toReversed()
      for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
        ids.push(id)
        const below = children.get(id) ?? NONE
        for (let i = below.length - 1; i >= 0; i--) pending.push(below[i]!)
      }
      return ids
    },
    chosen: () => [...active].flatMap(([parent, id]) => (children.get(parent)?.at(-1) === id ? [] : id)),
  }
}
