import { isRecord, textOf, timeOf, type JsonObject } from '@antiphon/base'
import type { Conversation } from '@antiphon/transcripts'
import {
  listUnder,
  defineSession,
  entriesOf,
  type SessionThread,
  readEach,
} from '@antiphon/transcripts/toolkit'
import { isShown, readUnit } from './messages.js'
import { nodesOf, recipientOf, roleOf, unitsOf, type MappingNode, type MappingUnit } from './units.js'

/** The export of ChatGPT: conversations whose messages are nodes of a tree. */
export const chatGptFormat = defineSession({
  name: 'chatgpt',
  title: 'ChatGPT: conversations.json of the export, one conversation of it',
  shapes: ['export', 'conversation'],
  needs: 'conversations with a "mapping" of nodes',
  sign: (_, sample) => (sample.some(isConversation) ? 'a mapping of nodes with messages' : undefined),
  unwrap: (value) => listUnder(value, 'conversations'),
  read(value, report, open) {
    const shape = Array.isArray(value) ? 'export' : 'conversation'
    return readEach(
      entriesOf(value),
      ({ mapping }) => isRecord(mapping),
      (conversation) => readConversation(conversation, open(shape)),
      report,
    )
  },
})

function isConversation(entry: JsonObject): boolean {
  const { mapping } = entry
  if (!isRecord(mapping)) return false
  const nodes = Object.values(mapping).slice(0, 5)
  return (
    nodes.some((node) => isRecord(node) && 'message' in node && ('parent' in node || 'children' in node)) &&
    nodes.every((node) => !isRecord(node) || !isRecord(node.message) || isOwn(node.message))
  )
}

/** DeepSeek exports the same tree, with `fragments` in place of an author and content. */
const isOwn = (message: JsonObject): boolean => !Array.isArray(message.fragments)

function readConversation(conversation: JsonObject, thread: SessionThread): Conversation {
  const { mapping, ...fields } = conversation
  const nodes = nodesOf(mapping as JsonObject)
  const units = unitsOf(nodes, isShown)
  const unitOfNode = new Map(
    units.flatMap((unit) => unit.nodes.map((node): [string, MappingUnit] => [node.id, unit])),
  )
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const versions = units.map((unit) => {
    const { id, parent } = unit
    const first = unit.nodes[0]!
    if (isShown(first)) return { id, parent, messages: [readUnit(unit, callAbove(first, byId))] }
    const kind = first.node.message ? `hidden ${roleOf(first) || 'message'}` : 'node without message'
    for (const node of unit.nodes) thread.keep(`mapping.${node.id}`, kind, node.node)
    return { id, parent, messages: [] }
  })
  for (const [id, node] of Object.entries(mapping as JsonObject))
    if (!isRecord(node)) thread.keep(`mapping.${id}`, 'no node', node)
  const leaf = textOf(conversation.current_node) ?? newestLeaf(nodes)
  return thread.endTree(versions, {
    title: textOf(conversation.title),
    fields,
    leaf: leaf === undefined ? undefined : unitOfNode.get(leaf)?.id,
  })
}

/** Finds the call that a result answers: the nearest message above that goes to a tool, because calls have no ids. */
function callAbove(node: MappingNode, byId: ReadonlyMap<string, MappingNode>): string | undefined {
  if (roleOf(node) !== 'tool') return undefined
  const seen = new Set<string>()
  for (let id = node.parent; id !== undefined && !seen.has(id); id = byId.get(id)?.parent) {
    seen.add(id)
    const above = byId.get(id)
    if (!above) return undefined
    if (roleOf(above) === 'assistant' && recipientOf(above) !== 'all') return above.id
    if (roleOf(above) === 'user') return undefined
  }
  return undefined
}

function newestLeaf(nodes: readonly MappingNode[]): string | undefined {
  const parents = new Set(nodes.map(({ parent }) => parent))
  const leaves = nodes.filter(({ id }) => !parents.has(id))
  const time = ({ message }: MappingNode): number => timeOf(message.create_time) ?? 0
  return leaves.toSorted((a, b) => time(a) - time(b)).at(-1)?.id
}
