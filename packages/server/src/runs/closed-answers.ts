import type { NodeRecord, ThreadStorage } from '@antiphon/threads'
import { hideOperatorFault } from './operator-faults.js'

export interface ClosedAnswersHost {
  /** Has another process the run now? Then nothing is written any more, and who waits for that waits for ever. */
  isOver(): boolean
  /** Is told why an answer failed where that is a matter of the host alone. */
  onFault?(error: Error): void
  /** Called with each message that was stored. */
  onStored(node: NodeRecord): void
}

/**
 * The storage of a thread without answers that still arrive. A client that finds an unfinished answer in a thread takes it for
 * interrupted; here it finds the question alone, and the answer in the log. Once a message is whole, it is stored and told.
 */
export function closedAnswers(
  storage: ThreadStorage,
  { isOver, onFault, onStored }: ClosedAnswersHost,
): ThreadStorage {
  const told = new Set<string>()
  const write: ThreadStorage['write'] = async (given) => {
    if (isOver()) return new Promise(() => {})
    const nodes = given.nodes
      .filter(({ open }) => !open)
      .map((node) =>
        hideOperatorFault(node, (fault) => {
          if (!told.has(node.id)) onFault?.(fault)
          told.add(node.id)
        }),
      )
    if (nodes.length === 0 && given.nodes.length > 0) return 'written'
    const answer = await storage.write({ ...given, nodes })
    if (answer === 'written') nodes.forEach(onStored)
    return answer
  }
  // Not spread: the storage may be an instance of a class.
  return Object.assign(Object.create(storage) as ThreadStorage, { write })
}
