import type { ChatController, MessageStore, StoredMessage, ToolMessage } from '@antiphon/core'
import { outlineTurns } from '@antiphon/core/binding'
import { callOf } from '@antiphon/core/message'

/** The chat whose thread it is: an answer that is being written when it is removed ends there. */
type Owner = Pick<ChatController, 'store' | 'getLiveStep'>
type Node = { message: StoredMessage; parent: string | null }

/** Messages that were taken out of a thread. */
export interface Removal {
  /** Their ids, in the order of the thread. */
  readonly ids: readonly string[]
  /**
   * Puts them back where they were, with what followed them. Messages since then stay. A message whose parent is gone by then does
   * not come back, and an answer that was being written comes back as `incomplete`.
   */
  restore(): void
}

/**
 * Takes one turn out of a thread: a question, a notice, or an answer with all its calls and results. Later messages move up, so
 * the conversation goes on without it. Undefined for an id that is in no turn of the branch that is shown.
 *
 * A run that writes the removed answer ends, and so does one that still waits for the answer to a removed question. Another version
 * of a later step stays, as a version of the answer.
 */
export function removeTurn(chat: Owner, messageId: string): Removal | undefined {
  const { store } = chat
  const entries = store.getMessages().map(({ id, role }) => ({ key: id, role }))
  const turn = outlineTurns(entries)
    .map((one) =>
      one.role === 'assistant'
        ? one.steps.flatMap(({ assistant, results }) => [...(assistant ? [assistant] : []), ...results])
        : [one.key],
    )
    .find((ids) => ids.includes(messageId))
  if (!turn) return undefined
  // An empty answer is removed with its question, because without the question nothing would be requested.
  const waiting = store.getChildren(turn[0]!).filter((id) => {
    const step = chat.getLiveStep(id)
    return step?.phase === 'waiting' && !step.elsewhere
  })
  const ids = new Set([...turn, ...waiting])
  // Results in other branches, too: a result is nothing without its call.
  const isAnswer = turn.some((id) => store.getMessage(id)?.role === 'assistant')
  return takeOut(chat, isAnswer ? withChildren(store, ids, ({ role }) => role === 'tool') : ids)
}

/**
 * Takes a message out of a thread with all that follows it, in every branch. A result goes with its answer, since its call would look
 * as if it had never run. Undefined for an unknown id.
 */
export function removeFrom(chat: Owner, messageId: string): Removal | undefined {
  const { store } = chat
  const path = store.getPath(messageId)
  const top = path.findLast(({ role }) => role !== 'tool') ?? path.at(-1)
  return (
    top &&
    takeOut(
      chat,
      withChildren(store, new Set([top.id]), () => true),
    )
  )
}

/** The messages, and those below them that go with them. */
function withChildren(
  store: MessageStore,
  ids: ReadonlySet<string>,
  goes: (message: StoredMessage) => boolean,
): Set<string> {
  const all = new Set(ids)
  // A parent comes before what follows it.
  for (const { message, parent } of store.getTree().nodes)
    if (parent !== null && all.has(parent) && goes(message)) all.add(message.id)
  return all
}

function takeOut({ store, getLiveStep }: Owner, ids: ReadonlySet<string>): Removal {
  store.flush()
  const before = store.getTree()
  const unfinished = new Set(
    [...ids].filter((id) => {
      const step = getLiveStep(id)
      return step && !step.elsewhere && step.phase !== 'tools'
    }),
  )
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
    // Messages that moved up may have other versions beside them now: choose them, so that they stay on screen.
    chosen: [
      ...before.chosen.filter((id) => !ids.has(id)),
      ...[...moved.keys()].filter((id) => shown.has(id)),
    ],
  })

  const restore = (): void => {
    store.flush()
    const now = store.getTree()
    const here = new Set(now.nodes.map(({ message }) => message.id))
    const isBack = ({ message }: Node): boolean => ids.has(message.id) && !here.has(message.id)
    const missing = before.nodes.filter(isBack)
    const below = underPrompt(now.nodes, before.nodes, missing)
    const back: Node[] = []
    for (const { message, parent } of missing) {
      const place = below({ message, parent })
      if (place === undefined || (place !== null && !here.has(place))) continue
      const isUnfinished = message.role === 'assistant' && unfinished.has(message.id)
      back.push({
        message: isUnfinished ? { ...message, finishReason: 'incomplete' } : message,
        parent: place,
      })
      here.add(message.id)
    }
    const nodes = now.nodes.map((node) => {
      const { message } = node
      const { id } = message
      const place = below(node) ?? null
      const parent = parentOf.get(id)
      // Moved up here, or left alone by a tab that did not remove it.
      const isAlone = moved.has(id) || ids.has(id)
      const isWhereItWasMoved = isAlone && place === below({ message, parent: heir(parent ?? null) })
      return { message, parent: isWhereItWasMoved && parent && here.has(parent) ? parent : place }
    })
    store.setTree({
      nodes: inOrder([...behindResults(nodes, back), ...back], before.nodes),
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

/**
 * Gives the parent of a message, when messages come back to a thread. A system prompt stays on top: beside it, a question would be
 * another version of it. Undefined for a removed prompt that has a successor.
 */
function underPrompt(
  now: readonly Node[],
  before: readonly Node[],
  missing: readonly Node[],
): (node: Node) => string | null | undefined {
  const promptsOf = (nodes: readonly Node[]): string[] =>
    nodes.flatMap(({ message: { id, role }, parent }) =>
      parent === null && (role === 'system' || role === 'developer') ? id : [],
    )
  const [prompt = null] = promptsOf([...now, ...missing])
  const prompts = new Set<string | null>([null, ...promptsOf([...now, ...before])])
  return ({ message: { id }, parent }) => {
    if (!prompts.has(parent)) return parent
    if (id === prompt) return null
    return prompts.has(id) ? undefined : prompt
  }
}

/**
 * Results that came meanwhile follow those that come back: beside them, they and all that follows would be another version. Two
 * results of the same call are versions.
 */
function behindResults(nodes: readonly Node[], back: readonly Node[]): readonly Node[] {
  const results = new Map<string | null, StoredMessage & ToolMessage>()
  for (const { message, parent } of back) if (message.role === 'tool') results.set(parent, message)
  if (results.size === 0) return nodes
  return nodes.map((node) => {
    const { message } = node
    if (message.role !== 'tool') return node
    let { parent } = node
    for (let next = results.get(parent); next; next = results.get(parent)) {
      if (callOf(next) === callOf(message)) return node
      parent = next.id
    }
    return parent === node.parent ? node : { message, parent }
  })
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
