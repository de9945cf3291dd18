import { type Message, type ThreadTree } from '@antiphon/core'
import { TOOL_OUTCOME_KEY, callOf } from '@antiphon/core/message'
import type { NodeRecord } from '../storage/types.js'

/**
 * Builds a tree with every message exactly once, whatever two tabs, a broken record or a hostile file did to the parents. A
 * removed parent is replaced by its own parent; an unknown or circular parent by the message before. Results of a removed
 * answer are removed too. Results of one answer follow each other. A system prompt is above all else.
 *
 * @param lost parents of unusable records, as far as they can be read.
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

  for (const id of resultsOfRemoved(sorted, shown)) {
    handedOn.set(id, shown.get(id)!.parent)
    shown.delete(id)
  }

  const parents = new Map<string, string | null>()
  let before: string | null = null
  for (const node of shown.values()) {
    const parent = livingParent(node)
    parents.set(node.id, parent === undefined ? before : parent)
    before = node.id
  }
  breakCircles(parents)
  putPromptOnTop(parents, shown)
  dropRepeatedResults(parents, shown)
  joinResults(parents, shown)

  const children = childrenOf(parents)
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

/** Does it give the model its instructions? */
export const isPrompt = ({ role }: Message): boolean => role === 'system' || role === 'developer'

/**
 * Handles a system prompt that one tab set while another tab did not know it. Other messages at the top move below the prompt,
 * because a sibling would count as another version of it. Of two prompts, the one without messages is dropped.
 */
function putPromptOnTop(parents: Map<string, string | null>, shown: Map<string, NodeRecord>): void {
  const tops = [...parents].flatMap(([id, parent]) => (parent === null ? id : []))
  if (tops.length < 2) return
  const prompts = tops.filter((id) => isPrompt(shown.get(id)!.message!))
  const withMessages = new Set(parents.values())
  const prompt = prompts.findLast((id) => withMessages.has(id)) ?? prompts.at(-1)
  if (prompt === undefined) return
  for (const id of tops) {
    if (!prompts.includes(id)) parents.set(id, prompt)
    else if (id !== prompt && !withMessages.has(id)) {
      parents.delete(id)
      shown.delete(id)
    }
  }
}

/** Results below a removed answer: another tab stored them without knowing. */
function resultsOfRemoved(records: readonly NodeRecord[], shown: ReadonlyMap<string, NodeRecord>): string[] {
  const all = new Map(records.map((node) => [node.id, node]))
  const isOfRemoved = (result: NodeRecord): boolean => {
    let isUnsure = false
    let above: NodeRecord | undefined = result
    for (let steps = 0; steps <= all.size; steps++) {
      if (above.parent === null) return isUnsure
      above = all.get(above.parent)
      if (!above) return false
      const role = above.removed ? above.role : above.message?.role
      if (above.removed && role !== undefined && role !== 'tool') return true
      // Records of earlier versions do not name the role of a removed message. It was the answer when no answer is left
      // above.
      if (role === undefined) isUnsure = true
      else if (role !== 'tool') return isUnsure && role !== 'assistant'
    }
    return false
  }
  return [...shown.values()].flatMap((node) =>
    node.message?.role === 'tool' && isOfRemoved(node) ? node.id : [],
  )
}

/**
 * Two tabs, one of which could not store, each added a result for the same call. One result is dropped when both are equal
 * or when it only says that the call was cancelled. Messages after the dropped one follow the other.
 */
function dropRepeatedResults(parents: Map<string, string | null>, shown: Map<string, NodeRecord>): void {
  const children = childrenOf(parents)
  const drop = (id: string, kept: string): void => {
    const below = children.get(id) ?? []
    for (const child of below) parents.set(child, kept)
    // Moved to the end of the map, so that merged results are checked too.
    const all = [...(children.get(kept) ?? []), ...below]
    children.delete(id)
    children.delete(kept)
    children.set(kept, all)
    parents.delete(id)
    shown.delete(id)
  }
  for (const siblings of children.values()) {
    if (siblings.length < 2) continue
    const byCall = new Map<string, { id: string; said: string; isCancelled: boolean }[]>()
    for (const id of siblings) {
      const message = shown.get(id)?.message
      if (message?.role !== 'tool') continue
      const { content, metadata = {} } = message
      const outcome = metadata[TOOL_OUTCOME_KEY]
      const result = { id, said: JSON.stringify([content, outcome]), isCancelled: outcome === 'cancelled' }
      const call = callOf(message)
      byCall.set(call, [...(byCall.get(call) ?? []), result])
    }
    for (const results of byCall.values()) {
      const counts = results.find(({ isCancelled }) => !isCancelled)
      const kept = new Map<string, string>()
      for (const { id, said, isCancelled } of results) {
        const other = isCancelled ? (counts?.id ?? kept.get(said)) : kept.get(said)
        if (other === undefined) kept.set(said, id)
        else drop(id, other)
      }
    }
  }
}

/**
 * Two tabs put results of different calls of one answer side by side. Both are needed, so one follows the other. Results of
 * the same call stay versions.
 */
function joinResults(parents: Map<string, string | null>, shown: ReadonlyMap<string, NodeRecord>): void {
  const resultOf = (id: string): string | undefined => {
    const message = shown.get(id)?.message
    return message?.role === 'tool' ? callOf(message) : undefined
  }
  const children = childrenOf(parents)
  for (const siblings of children.values()) {
    const [first, ...others] = siblings.filter((id) => resultOf(id) !== undefined)
    if (first === undefined || others.length === 0) continue
    const answered = new Set<string | undefined>()
    let end = first
    const goTo = (start: string): void => {
      for (let next: string | undefined = start; next !== undefined;) {
        end = next
        answered.add(resultOf(end))
        next = children.get(end)?.find((id) => resultOf(id) !== undefined)
      }
    }
    goTo(first)
    for (const id of others) {
      if (answered.has(resultOf(id))) continue
      parents.set(id, end)
      goTo(id)
    }
  }
}

function childrenOf(parents: ReadonlyMap<string, string | null>): Map<string | null, string[]> {
  const children = new Map<string | null, string[]>()
  for (const [id, parent] of parents) {
    const siblings = children.get(parent)
    if (siblings) siblings.push(id)
    else children.set(parent, [id])
  }
  return children
}

/** A message that closes a circle or follows itself moves to the top. */
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

/** The record of a removed message. */
export function asRemoved(node: NodeRecord): NodeRecord {
  const { message, open: _, ...rest } = node
  return { ...rest, removed: true, ...(message && { role: message.role }) }
}
