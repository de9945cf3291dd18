import type { Message } from '@antiphon/core'
import { compact, field, isRecord, textOf, timeOf, type JsonObject } from '@antiphon/base'
import type { Conversation, ReportLoss } from '@antiphon/transcripts'
import {
  defineSession,
  usageFrom,
  createSessionThread,
  readEach,
  type VersionNode,
} from '@antiphon/transcripts/toolkit'
import { readRoleMessage } from '../shared/role-message.js'
import { agentDialects } from './agents.js'
import { appDialects } from './apps.js'
import type { Dialect } from './dialect.js'

const PREFIX = 'other-apps.'
const dialects = [...agentDialects, ...appDialects]

/** Systems whose conversations have the usual messages under keys of their own. */
export const otherAppsFormat = defineSession({
  name: 'other-apps',
  title:
    'Amp, DeepSeek, Gemini in Takeout, Letta, LM Studio, Pydantic AI, Windsurf, Zed: threads and exports; lines with a role and a message',
  shapes: [...new Set(dialects.map(({ shape }) => shape))],
  needs: 'messages of Amp, DeepSeek, Gemini in Takeout, Letta, LM Studio, Pydantic AI, Windsurf or Zed',
  sign: (value) => {
    const found = conversationsIn(value).find(isOne)
    return found && `messages of ${dialectOf(found)!.shape}`
  },
  read: (value, report) => readEach(conversationsIn(value), isOne, (one) => readOne(one, report), report),
})

const dialectOf = (conversation: JsonObject): Dialect | undefined =>
  dialects.find((dialect) => dialect.entriesOf(conversation) !== undefined)

const isOne = (conversation: unknown): conversation is JsonObject =>
  isRecord(conversation) && dialectOf(conversation) !== undefined

/** A list is one conversation, several of one log, or a list of conversations. */
function conversationsIn(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) return [value]
  const list: readonly unknown[] = value
  const dialect = dialectOf({ messages: list })
  if (!dialect) return list
  const { groupBy: key } = dialect
  if (key === undefined) return [{ messages: list }]
  const groups = new Map<unknown, unknown[]>()
  for (const entry of list) {
    const name = field(entry, key)
    const group = groups.get(name)
    if (group) group.push(entry)
    else groups.set(name, [entry])
  }
  return [...groups.values()].map((messages) => ({ messages }))
}

function readOne(conversation: JsonObject, report: ReportLoss): Conversation {
  const { shape, entriesOf, messagesOf, placeOf, leafOf } = dialectOf(conversation)!
  const thread = createSessionThread('other-apps', shape, report)
  const { messages: _messages, mapping: _mapping, ...fields } = conversation
  const nodes: VersionNode[] = []
  const model = textOf(field(fields.model, 'model'))
  for (const [at, entry] of entriesOf(conversation)!.entries()) {
    const made = isRecord(entry) ? messagesOf(entry, at) : 'no entry'
    const messages = typeof made === 'string' ? [] : made.flatMap((one) => readOwn(one, model))
    if (messages.length === 0) thread.keep(at, typeof made === 'string' ? made : 'no message', entry)
    if (placeOf && isRecord(entry)) nodes.push({ ...placeOf(entry), messages })
    else thread.add(...messages)
  }
  const title = textOf(fields.title) ?? textOf(fields.name) ?? textOf(fields.summary)
  return placeOf
    ? thread.endTree(nodes, { title, fields, leaf: leafOf?.(conversation) })
    : thread.end({ title, fields })
}

/** A message with its time, its model and its tokens, where the entry has them. */
function readOwn(entry: JsonObject, ofThread: string | undefined): Message[] {
  const {
    date,
    captured_at: captured,
    timestamp,
    time,
    inserted_at: inserted,
    usage,
    model_name: name,
  } = entry
  const [first, ...rest] = readRoleMessage(entry, PREFIX)
  const sentAt = field(entry.meta, 'sentAt')
  const own = compact<Message>({
    ...first!,
    timestamp: [date, captured, timestamp, time, inserted, sentAt]
      .map(timeOf)
      .find((one) => one !== undefined),
  })
  if (own.role !== 'assistant') return [own, ...rest]
  const counts = usageFrom({
    input: field(usage, 'input_tokens') ?? field(usage, 'totalInputTokens'),
    output: field(usage, 'output_tokens') ?? field(usage, 'outputTokens'),
  })
  const model = textOf(name) ?? textOf(entry.model) ?? textOf(field(usage, 'model')) ?? ofThread
  return [compact({ ...own, model, usage: counts }), ...rest]
}
