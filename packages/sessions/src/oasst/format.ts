import type { Message } from '@antiphon/core'
import {
  withMetadata,
  defineSession,
  entriesOf,
  restOf,
  type SessionThread,
  severalOf,
  type VersionNode,
} from '@antiphon/transcripts/toolkit'
import type { Conversation } from '@antiphon/transcripts'
import {
  compact,
  entriesIn,
  isRecord,
  numberOf,
  recordIn,
  textOf,
  timeOf,
  type JsonObject,
  wordOf,
} from '@antiphon/base'

/** Conversation trees of OpenAssistant: a tree in each line, or a message in each line. */
export const oasstFormat = defineSession({
  name: 'oasst',
  title: 'OpenAssistant: trees, messages',
  shapes: ['trees', 'messages'],
  needs: '"message_tree_id" with a "prompt" that has "replies", or messages of the role "prompter"',
  sign: (_, sample) =>
    sample.some((entry) => isTree(entry) || isMessage(entry)) ? 'trees of messages' : undefined,
  read(value, report, open) {
    const conversations: Conversation[] = []
    const flat = new Map<string, Row[]>()
    const broken: [number, unknown][] = []
    for (const [at, entry] of entriesOf(value).entries()) {
      if (isRecord(entry) && isTree(entry)) conversations.push(readTree(entry, open('trees')))
      else if (isRecord(entry) && isMessage(entry)) {
        const tree = textOf(entry.message_tree_id) ?? ''
        flat.set(tree, [...(flat.get(tree) ?? []), { entry, parent: textOf(entry.parent_id) }])
      } else broken.push([at, entry])
    }
    for (const [tree, rows] of flat)
      conversations.push(conversationOf(rows, tree === '' ? {} : { message_tree_id: tree }, open('messages')))
    for (const [at, entry] of broken) report('no_message', `[${at}]`, entry, undefined)
    const [first, ...rest] = conversations
    if (broken.length === 0) return severalOf(conversations)
    const { document } = first!
    const kept = {
      ...document.kept,
      ...Object.fromEntries(broken.map(([at, entry]) => [`entry ${at}`, entry])),
    }
    const counts = { ...document.counts, 'no message': broken.length }
    return severalOf([{ ...first!, document: { ...document, kept, counts } }, ...rest])
  },
})

const isTree = (entry: JsonObject): boolean =>
  'message_tree_id' in entry && isRecord(entry.prompt) && isMessage(entry.prompt)

const isMessage = ({ role, text, message_id: id }: JsonObject): boolean =>
  typeof text === 'string' && id !== undefined && (role === 'prompter' || role === 'assistant')

interface Row {
  entry: JsonObject
  parent: string | undefined
}

function readTree({ prompt, ...fields }: JsonObject, thread: SessionThread): Conversation {
  const rows: Row[] = []
  const broken: unknown[] = []
  /** A stack, because a tree may be deep. */
  const waiting: Row[] = [{ entry: prompt as JsonObject, parent: undefined }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    rows.push(next)
    const id = textOf(next.entry.message_id)
    for (const reply of entriesIn(next.entry.replies).toReversed()) {
      const entry = recordIn(reply)
      if (entry && isMessage(entry)) waiting.push({ entry, parent: id })
      else broken.push(reply)
    }
  }
  return conversationOf(rows, fields, thread, broken)
}

/** Builds the tree and shows the branch of the replies that people ranked first at each step. */
function conversationOf(
  rows: readonly Row[],
  fields: JsonObject,
  thread: SessionThread,
  broken: readonly unknown[] = [],
): Conversation {
  for (const [at, reply] of broken.entries()) thread.keep(`reply ${at}`, 'no message', reply)
  const ids = new Set<string>()
  const nodes = rows.map(({ entry, parent }, at): VersionNode => {
    const named = textOf(entry.message_id)
    const id = named === undefined || ids.has(named) ? `message ${at}` : named
    ids.add(id)
    return { id, parent, messages: [readMessage(entry)] }
  })
  const rankOf = new Map(rows.map(({ entry }, at) => [nodes[at]!.id, numberOf(entry.rank) ?? 0]))
  const best = new Map<string | undefined, string>()
  for (const { id, parent } of nodes) {
    const before = best.get(parent)
    if (before === undefined || rankOf.get(id)! < rankOf.get(before)!) best.set(parent, id)
  }
  let leaf = nodes.find(({ parent }) => parent === undefined || !ids.has(parent))?.id
  for (let next = leaf, left = nodes.length; next !== undefined && left > 0; next = best.get(next), left--)
    leaf = next
  return thread.endTree(nodes, { leaf, fields })
}

function readMessage(entry: JsonObject): Message {
  const timestamp = timeOf(entry.created_date)
  const model = textOf(entry.model_name)
  const isUser = entry.role === 'prompter'
  const used = [
    'message_id',
    'parent_id',
    'message_tree_id',
    'role',
    'text',
    'replies',
    ...(timestamp === undefined ? [] : ['created_date']),
    ...(isUser ? [] : ['model_name']),
  ]
  const said: Message = isUser
    ? compact<Message>({ role: 'user', content: wordOf(entry.text), timestamp })
    : compact<Message>({ role: 'assistant', content: wordOf(entry.text), timestamp, model })
  return withMetadata(said, restOf('oasst.', entry, ...used))
}
