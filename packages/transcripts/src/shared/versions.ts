import type { Message, StoredMessage, ThreadTree } from '@antiphon/core'
import { withMetadata } from './local-fields.js'

/** An entry of a document whose entries have parents. */
export interface VersionNode {
  /** Unique among the nodes. */
  id: string
  /** Undefined at the top. One that is not there is the top, too. */
  parent: string | undefined
  /** Its messages in order: an answer and the results of its calls, or none. */
  messages: readonly Message[]
}

/**
 * The thread of a document with branches: the path to `leaf` (default: the last node), and the whole tree where there is
 * more than the path. Empty nodes are skipped. It works without recursion, so a chain may be of any length. A circle of
 * parents is opened at its first node.
 */
export function versionsOf(
  nodes: readonly VersionNode[],
  leaf?: string,
): { messages: Message[]; tree?: ThreadTree } {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const children = new Map<string | undefined, string[]>()
  for (const { id, parent } of byId.values()) {
    const above = parent !== undefined && byId.has(parent) && parent !== id ? parent : undefined
    const list = children.get(above)
    if (list) list.push(id)
    else children.set(above, [id])
  }

  /** Messages in the order of the tree, each with the id of the one above. */
  const placed: { message: StoredMessage; parent: string | null }[] = []
  /** The last message at or above a node. */
  const ends = new Map<string, string | null>()
  const above = new Map<string, string | undefined>()
  const walk = (start: string, from: string | undefined): void => {
    const waiting: [string, string | undefined][] = [[start, from]]
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [id, parent] = next
      if (ends.has(id)) continue
      above.set(id, parent)
      let end = parent === undefined ? null : ends.get(parent)!
      byId.get(id)!.messages.forEach((message, at) => {
        const own = at === 0 ? id : `${id}#${at}`
        placed.push({ message: { ...withMetadata(message, {}), id: own }, parent: end })
        end = own
      })
      ends.set(id, end)
      const below = children.get(id) ?? []
      for (let i = below.length - 1; i >= 0; i--) waiting.push([below[i]!, id])
    }
  }
  for (const id of children.get(undefined) ?? []) walk(id, undefined)
  for (const id of byId.keys()) if (!ends.has(id)) walk(id, undefined)

  const chosen = leaf !== undefined && byId.has(leaf) ? leaf : nodes.at(-1)?.id
  return pathOf(placed, chosen === undefined ? null : ends.get(chosen)!)
}

function pathOf(
  placed: readonly { message: StoredMessage; parent: string | null }[],
  leaf: string | null,
): { messages: Message[]; tree?: ThreadTree } {
  const byId = new Map(placed.map((entry) => [entry.message.id, entry]))
  const below = new Map<string | null, string[]>()
  for (const { message, parent } of placed) {
    const list = below.get(parent)
    if (list) list.push(message.id)
    else below.set(parent, [message.id])
  }
  const path: string[] = []
  for (let id = leaf; id !== null; id = byId.get(id)!.parent) path.push(id)
  path.reverse()
  // A store shows what follows as well: the youngest.
  for (let next = below.get(path.at(-1) ?? null)?.at(-1); next; next = below.get(next)?.at(-1))
    path.push(next)

  const messages = path.map((id): Message => byId.get(id)!.message)
  if (path.length === placed.length) return { messages }
  const chosenIds = path.filter((id) => below.get(byId.get(id)!.parent)!.at(-1) !== id)
  return { messages, tree: { nodes: placed, chosen: chosenIds } }
}
