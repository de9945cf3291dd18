import { pairToolCalls, type StoredMessage, type ThreadTree, type ToolMessage } from '@antiphon/core'
import { CALL_INDEX_KEY } from '@antiphon/core/message'

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

/** Does no branch have two results of one call? */
export function areVersions(nodes: Nodes, results: readonly (StoredMessage & ToolMessage)[]): boolean {
  const parents = new Map(nodes.map(({ message, parent }) => [message.id, parent]))
  const callOf = ({ tool_call_id, metadata }: ToolMessage): string =>
    `${tool_call_id} ${String(metadata?.[CALL_INDEX_KEY])}`
  const byId = new Map(results.map((result) => [result.id, result]))
  return results.every((result) => {
    let above = byId.get(parents.get(result.id) ?? '')
    while (above && callOf(above) !== callOf(result)) above = byId.get(parents.get(above.id) ?? '')
    return above === undefined
  })
}
