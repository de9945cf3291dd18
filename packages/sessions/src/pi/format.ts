import type { Message } from '@antiphon/core'
import { compact, isRecord, textOf, timeOf, type JsonObject, wordOf } from '@antiphon/base'
import {
  messageCodec,
  withMetadata,
  defineSession,
  entriesOf,
  restOf,
  type VersionNode,
} from '@antiphon/transcripts/toolkit'
import type { ReportLoss } from '@antiphon/transcripts'
import { isDroidStart } from '../droid/format.js'

const PREFIX = 'pi.'

/** Sessions of pi and of OpenClaw, which uses its format: a tree of entries, a plain list in the first version. */
export const piFormat = defineSession({
  name: 'pi',
  title: 'pi, OpenClaw: session as lines',
  shapes: ['lines'],
  needs: 'a line of type "session" with "cwd", and lines of type "message"',
  sign(_, records) {
    if (records.some(isHeader)) return 'a session with cwd'
    const isOwn = records.some(
      ({ type, message }) => type === 'message' && isRecord(message) && message.role === 'toolResult',
    )
    if (isOwn) return 'messages of role toolResult'
    // Droid writes the same lines below a head of its own.
    if (records.some(isDroidStart)) return undefined
    return records.some(isNode) ? 'messages with a parentId' : undefined
  },
  read(value, report, open) {
    const thread = open('lines')
    const nodes: VersionNode[] = []
    let fields: JsonObject | undefined
    let title: string | undefined
    const ids = new Set<string>()
    /** An entry without an id, by the entry before it: the next one names that entry as its parent. */
    const between = new Map<string | undefined, string>()
    entriesOf(value).forEach((entry, at) => {
      if (!isRecord(entry)) return thread.keep(at, 'no entry', entry)
      if (isHeader(entry) && !fields) {
        fields = entry
        return undefined
      }
      if (entry.type === 'session_info') title = textOf(entry.name) ?? title
      const messages = readEntry(entry, `[${at}]`, report)
      if (messages.length === 0) thread.keep(at, textOf(entry.type) ?? 'no type', entry)
      const id = textOf(entry.id)
      const own = id === undefined || ids.has(id) ? `entry ${at}` : id
      ids.add(own)
      // The first version has no parents: the order of the lines is all there is.
      const named = textOf(entry.parentId)
      const isKnown =
        entry.parentId === null
          ? nodes.every((node) => node.messages.length === 0)
          : named !== undefined && ids.has(named)
      const parent = isKnown ? (between.get(named) ?? named) : nodes.at(-1)?.id
      if (id === undefined && parent !== undefined) between.set(parent, own)
      nodes.push({ id: own, parent, messages })
      return undefined
    })
    return thread.endTree(nodes, { title, fields: fields ?? {} })
  },
})

const isHeader = ({ type, cwd, id }: JsonObject): boolean =>
  type === 'session' && typeof cwd === 'string' && typeof id === 'string'

/** A message of the tree; its header may be cut off, or have no folder. */
const isNode = ({ type, id, parentId, message }: JsonObject): boolean =>
  type === 'message' &&
  typeof id === 'string' &&
  (typeof parentId === 'string' || parentId === null) &&
  isRecord(message) &&
  (message.role === 'user' || message.role === 'assistant')

function readEntry(entry: JsonObject, where: string, report: ReportLoss): Message[] {
  const { type, message } = entry
  const timestamp = timeOf(entry.timestamp)
  const noteRest = (used: string[]): JsonObject => {
    const time = timestamp === undefined ? [] : ['timestamp']
    return restOf(PREFIX, entry, 'id', 'type', ...time, ...used)
  }
  const say = (
    role: 'user' | 'system',
    kind: 'context' | 'notification',
    content: unknown,
    ...used: string[]
  ): Message[] => {
    const text = typeof content === 'string' ? content : JSON.stringify(content ?? '')
    return [withMetadata(compact<Message>({ role, kind, content: text, timestamp }), noteRest(used))]
  }
  switch (type) {
    case 'message':
      return isRecord(message) ? readMessage(message, noteRest(['message']), timestamp, where, report) : []
    case 'compaction':
      return say('system', 'notification', entry.summary ?? 'The conversation was compacted.', 'summary')
    case 'branch_summary':
      return say('user', 'context', entry.summary, 'summary')
    case 'custom_message':
      return entry.display === false ? [] : say('user', 'context', entry.content, 'content')
    default:
      return []
  }
}

const USED = [
  'role',
  'content',
  'model',
  'timestamp',
  'toolCallId',
  'toolName',
  'isError',
  'details',
  'errorMessage',
]

function readMessage(
  message: JsonObject,
  notes: JsonObject,
  timestamp: number | undefined,
  where: string,
  report: ReportLoss,
): Message[] {
  const { role } = message
  if (role === 'bashExecution') {
    const output = textOf(message.output) ?? ''
    const rest = { ...notes, ...restOf(`${PREFIX}message.`, message, 'role', 'command', 'output') }
    const command: Message = { role: 'user', content: `! ${textOf(message.command) ?? ''}` }
    const result: Message = { role: 'user', kind: 'notification', content: output }
    return [withMetadata(compact({ ...command, timestamp }), rest), compact({ ...result, timestamp })]
  }
  if (role === 'branchSummary' || role === 'compactionSummary') {
    const content = textOf(message.summary) ?? textOf(message.content) ?? ''
    const summary = compact<Message>({ role: 'user', kind: 'context', content, timestamp })
    return [withMetadata(summary, { ...notes, ...restOf(`${PREFIX}message.`, message, 'role', 'summary') })]
  }
  if (!/^(?:user|assistant|toolResult)$/.test(wordOf(role))) return []
  if (role === 'assistant' && isNoAnswer(message)) return []
  const style = { pi: true, documentedImages: false }
  const [read] = messageCodec(`${where}.message`, style, () => '').read(message, report)
  const isSameTime = timestamp === undefined || timestamp === read!.timestamp
  const rest = restOf(`${PREFIX}message.`, message, ...USED, ...(isSameTime ? ['timestamp'] : []))
  const time = timestamp ?? read!.timestamp
  return [withMetadata(compact<Message>({ ...read!, timestamp: time }), { ...notes, ...rest })]
}

/** Answers that a channel mirrors, and those of a heartbeat. */
function isNoAnswer({ model, content }: JsonObject): boolean {
  const [block] = Array.isArray(content) ? (content as unknown[]) : []
  const text = isRecord(block) ? block.text : content
  return model === 'delivery-mirror' || text === 'HEARTBEAT_OK' || text === 'NO_REPLY'
}
