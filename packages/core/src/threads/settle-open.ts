import type { AnswerLeases } from '../chat/answer-leases.js'
import { asArriving, asInterrupted } from './interrupted.js'
import { readRawThread } from './read-threads.js'
import type { NodeRecord, ThreadStorage } from './thread-types.js'

export interface OpenAnswersHost {
  storage: ThreadStorage
  threadId: string
  leases: AnswerLeases
  /** Does this chat write the answer? */
  isOwn(id: string): boolean
}

/** Records as they are shown. */
export interface SettledNodes {
  shown: NodeRecord[]
  /** Answers that nobody writes any more, as they are stored: that they were interrupted has to be stored. */
  interrupted: Map<string, NodeRecord>
  /** Open answers that another tab writes. */
  arriving: Set<string>
  /** Lets others have the interrupted answers. Call it when they are stored. */
  release(): void
}

/**
 * Tells open answers that another tab writes, which are shown as they arrive, from those that nobody writes: they were
 * interrupted. That can only be said by who has the lease of the answer: another tab may have ended it, and stored its end, just
 * after the record was read. So the answer is claimed, and read once more.
 *
 * @param others answers that other tabs had just before, or just after, the records were read.
 */
export async function settleOpen(
  nodes: readonly NodeRecord[],
  others: ReadonlySet<string>,
  { storage, threadId, leases, isOwn }: OpenAnswersHost,
): Promise<SettledNodes> {
  const claims = new Map<string, () => void>()
  const arriving = new Set<string>()
  for (const { id, message, open } of nodes) {
    if (!message || !open || isOwn(id)) continue
    const release = others.has(id) ? undefined : await leases.take(id)
    if (release) claims.set(id, release)
    else arriving.add(id)
  }
  const release = (): void => claims.forEach((giveBack) => giveBack())
  try {
    const raw = claims.size > 0 ? await storage.read(threadId, [...claims.keys()]) : undefined
    const again = raw ? readRawThread(raw, threadId).nodes : []
    const claimed = new Map(again.map((node) => [node.id, node]))
    const interrupted = new Map<string, NodeRecord>()
    const shown = nodes.map((node) => {
      const { message } = node
      if (message && arriving.has(node.id)) return { ...node, message: asArriving(message) }
      if (!claims.has(node.id)) return node
      const fresh = { ...(claimed.get(node.id) ?? node), parent: node.parent }
      if (!fresh.open || !fresh.message) return fresh
      interrupted.set(node.id, fresh)
      return { ...fresh, message: asInterrupted(fresh.message) }
    })
    return { shown, interrupted, arriving, release }
  } catch (error) {
    release()
    throw error
  }
}
