import { pairToolCalls, type StoredMessage, type ThreadTree, type ToolMessage } from '@antiphon/core'

type Nodes = ThreadTree['nodes']

/** The results in a tree that hang right under an answer, in whatever branch. */
export function resultMessages(nodes: Nodes, answerId: string): (StoredMessage & ToolMessage)[] {
  const found: (StoredMessage & ToolMessage)[] = []
  const pending = [answerId]
  for (let above = pending.shift(); above !== undefined; above = pending.shift())
    for (const { message, parent } of nodes)
      if (parent === above && message.role === 'tool') {
        found.push(message)
        pending.push(message.id)
      }
  return found
}

/** The results of an answer by the keys of its calls. */
export function resultsOf(nodes: Nodes, answer: StoredMessage): Map<string, ToolMessage> {
  const { calls } = pairToolCalls([answer, ...resultMessages(nodes, answer.id)])
  return new Map(calls.flatMap(({ key, result }) => (result ? [[key, result]] : [])))
}
