import type { Message } from '@antiphon/core'
import { compact, entriesIn, field, isRecord, textOf, timeOf, type JsonObject } from '@antiphon/base'
import type { Conversation } from '@antiphon/transcripts'
import {
  defineSession,
  usageFrom,
  type SessionThread,
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
  read: (value, report, open) =>
    readEach(conversationsIn(value), isOne, (one) => readOne(one, open(dialectOf(one)!.shape)), report),
})

/** Conversations out of one log. The whole log tells whose it is, because one of them may be a single line. */
const ofLog = new WeakMap<JsonObject, Dialect>()

const dialectOf = (conversation: JsonObject): Dialect | undefined =>
  ofLog.get(conversation) ?? dialects.find((dialect) => dialect.entriesOf(conversation) !== undefined)

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
  let name: unknown
  for (const entry of list) {
    // An entry that names none belongs to the one before it.
    name = field(entry, key) ?? name
    const group = groups.get(name)
    if (group) group.push(entry)
    else groups.set(name, [entry])
  }
  return [...groups.values()].map((messages) => {
    const conversation = { messages }
    ofLog.set(conversation, dialect)
    return conversation
  })
}

function readOne(conversation: JsonObject, thread: SessionThread): Conversation {
  const { entriesOf, messagesOf, placeOf, leafOf } = dialectOf(conversation)!
  const { messages: _messages, mapping: _mapping, ...fields } = conversation
  const nodes: VersionNode[] = []
  const model = textOf(field(fields.model, 'model'))
  const entries = entriesOf(conversation) ?? entriesIn(conversation.messages)
  for (const [at, entry] of entries.entries()) {
    const made = isRecord(entry) ? messagesOf(entry, at) : 'no entry'
    const messages = typeof made === 'string' ? [] : made.flatMap((one) => readOwn(one, model))
    if (messages.length === 0) thread.keep(at, typeof made === 'string' ? made : 'no message', entry)
    else if (!isAllSaid(entry, messages)) thread.keep(at, 'not read in full', entry)
    if (placeOf && isRecord(entry)) nodes.push({ ...placeOf(entry), messages })
    else thread.add(...messages)
  }
  const title = textOf(fields.title) ?? textOf(fields.name) ?? textOf(fields.summary)
  return placeOf
    ? thread.endTree(nodes, { title, fields, leaf: leafOf?.(conversation) })
    : thread.end({ title, fields })
}

/** Keys whose words name the kind of a thing or its place, and are said by what is made of it. */
const NAMED = /^(?:parent|children|place)$|(?:type|kind|role|status|id)$/i

/** Whether every text of an entry is in its messages, also inside of a text that is JSON. */
function isAllSaid(entry: unknown, messages: readonly Message[]): boolean {
  const said = JSON.stringify(messages)
  let isAll = true
  JSON.stringify(entry, (key, value: unknown) => {
    if (!isAll || NAMED.test(key)) return undefined
    if (typeof value !== 'string') return value
    const text = JSON.stringify(value).slice(1, -1)
    isAll = said.includes(text) || said.includes(JSON.stringify(text).slice(1, -1))
    return undefined
  })
  return isAll
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
