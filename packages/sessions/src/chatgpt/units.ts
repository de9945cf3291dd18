import { isRecord, textOf, type JsonObject, recordOf, wordOf, field } from '@antiphon/base'

/** A node of the mapping. `message` is an empty object where it has none. */
export interface MappingNode {
  id: string
  parent: string | undefined
  message: JsonObject
  node: JsonObject
}

/** Nodes that belong together: thoughts and the answer after them, or results of one call. */
export interface MappingUnit {
  id: string
  parent: string | undefined
  nodes: MappingNode[]
}

export const roleOf = ({ message }: MappingNode): string => wordOf(field(message.author, 'role'))

/** The recipient of an assistant message: `all` is the user, any other word a tool. */
export const recipientOf = ({ message }: MappingNode): string => textOf(message.recipient) ?? 'all'

/** The nodes of a mapping. Some exports name the parents only in the children, some leave the children out. */
export function nodesOf(mapping: JsonObject): MappingNode[] {
  const parents = new Map<string, string>()
  for (const [id, node] of Object.entries(mapping)) {
    if (!isRecord(node) || !Array.isArray(node.children)) continue
    for (const child of node.children as unknown[]) if (typeof child === 'string') parents.set(child, id)
  }
  return Object.entries(mapping).flatMap(([id, node]): MappingNode[] => {
    if (!isRecord(node)) return []
    const message = recordOf(node.message)
    return [{ id, parent: textOf(node.parent) ?? parents.get(id), message, node }]
  })
}

/**
 * Joins nodes that belong together, parents first. A node joins the one above if it is its only child: an answer joins its
 * thoughts until it calls a tool, and a result joins the result before it.
 */
export function unitsOf(
  nodes: readonly MappingNode[],
  isShown: (node: MappingNode) => boolean,
): MappingUnit[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const children = new Map<string | undefined, MappingNode[]>()
  for (const node of nodes) {
    const above =
      node.parent !== undefined && byId.has(node.parent) && node.parent !== node.id ? node.parent : undefined
    const list = children.get(above)
    if (list) list.push(node)
    else children.set(above, [node])
  }
  const units: MappingUnit[] = []
  const unitOf = new Map<string, MappingUnit>()
  const walk = (start: MappingNode): void => {
    const waiting = [start]
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (unitOf.has(node.id)) continue
      const above = node.parent === undefined ? undefined : unitOf.get(node.parent)
      const last = above?.nodes.at(-1)
      const isOnly = node.parent !== undefined && children.get(node.parent)?.length === 1
      if (
        above &&
        last &&
        isOnly &&
        last.id === node.parent &&
        isShown(node) &&
        isShown(last) &&
        joins(last, node)
      ) {
        above.nodes.push(node)
        unitOf.set(node.id, above)
      } else {
        const unit: MappingUnit = { id: node.id, parent: above?.id, nodes: [node] }
        units.push(unit)
        unitOf.set(node.id, unit)
      }
      waiting.push(...(children.get(node.id) ?? []).toReversed())
    }
  }
  for (const node of children.get(undefined) ?? []) walk(node)
  for (const node of nodes) if (!unitOf.has(node.id)) walk(node)
  return units
}

function joins(above: MappingNode, node: MappingNode): boolean {
  const role = roleOf(node)
  if (role !== roleOf(above)) return false
  if (role === 'tool') return true
  return role === 'assistant' && recipientOf(above) === 'all'
}
