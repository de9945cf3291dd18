import { isRecord, textOf, type JsonObject } from '@antiphon/base'
import type { Conversation, ReportLoss } from '@antiphon/transcripts'
import { entriesOf, defineSession, type Unwrapped, type SessionThread } from '@antiphon/transcripts/toolkit'
import { agentCalls, parentOf, placeUnits, type LogUnit } from './branches.js'
import { readAnswerRecords, readNotice, readQueued, readUser } from './messages.js'
import { kindOf, type LogRecord } from './records.js'

/** Session logs of Claude Code, one line for each record; its headless stream; sessions of the web. */
export const claudeCodeFormat = defineSession({
  name: 'claude-code',
  title: 'Claude Code: session log, headless stream, web session',
  shapes: ['log', 'web'],
  needs: 'records with "type", "message" and "sessionId" or "uuid"',
  sign(value, sample) {
    if (isWeb(value)) return 'loglines with type and message'
    const records = sample
    const isOwn = records.some(isMessageRecord) && !records.some((entry) => 'systemPayload' in entry)
    if (isOwn) return 'records of type user or assistant with their message'
    const isStart = records.some(({ type, subtype, session_id: id }) => {
      return type === 'system' && subtype === 'init' && typeof id === 'string'
    })
    if (isStart) return 'the first record of a headless stream'
    const isSummary = records.some(({ type, leafUuid }) => type === 'summary' && typeof leafUuid === 'string')
    return isSummary ? 'a summary with leafUuid' : undefined
  },
  unwrap: ofResult,
  read(value, report, open) {
    const isOfWeb = isWeb(value)
    const shape = isOfWeb ? 'web' : 'log'
    const entries = isOfWeb ? value.loglines : entriesOf(value)
    const main = open(shape)
    const records = entries.flatMap((record, at): LogRecord[] => {
      if (isRecord(record)) return [{ record, at }]
      main.keep(at, 'no record', record)
      return []
    })
    const { own, agents } = splitAgents(records)
    const plain = records.map(({ record }) => record)
    const found = readGroup(own, main, report)
    const calls = agentCalls(plain)
    const others: Conversation[] = []
    for (const [key, group] of agents) {
      const thread = open(shape)
      const { messages, document } = readGroup(group, thread, report).end()
      const [first] = messages
      const prompt = first?.role === 'user' && typeof first.content === 'string' ? first.content : ''
      const callId = calls.get(key) ?? calls.get(prompt) ?? key
      if (!found.attach(callId, { messages, ...document })) others.push({ messages, document })
    }
    const title = ['custom-title.customTitle', 'ai-title.aiTitle', 'summary.summary'].reduce<
      string | undefined
    >((name, path) => name ?? lastOf(plain, path), undefined)
    const { loglines: _, ...fields } = isOfWeb ? value : {}
    const conversation = found.end({ title, fields })
    return others.length > 0 ? { ...conversation, others } : conversation
  },
})

/** `claude -p --output-format json` writes the last record of the stream alone: its result is the answer. */
function ofResult(value: unknown): Unwrapped | undefined {
  const [record, ...more] = entriesOf(value)
  if (more.length > 0 || !isRecord(record) || record.type !== 'result') return undefined
  const { result, session_id: session, usage, is_error: failed } = record
  if (typeof result !== 'string' || typeof session !== 'string' || failed === true) return undefined
  const message = { role: 'assistant', content: [{ type: 'text', text: result }], usage }
  return { value: [{ type: 'assistant', session_id: session, message }, record] }
}

const isWeb = (value: unknown): value is { loglines: unknown[] } =>
  isRecord(value) && Array.isArray(value.loglines) && value.loglines.some(isMessageRecord)

/** Qwen has `parts` in its messages, others have the role outside. Converters leave the role out, which the type says too. */
function isMessageRecord(entry: unknown): boolean {
  if (!isRecord(entry) || (entry.type !== 'user' && entry.type !== 'assistant')) return false
  const { message } = entry
  if (!isRecord(message) || !('content' in message) || 'role' in entry) return false
  return message.role === entry.type || (message.role === undefined && typeof entry.uuid === 'string')
}

function lastOf(records: readonly JsonObject[], path: string): string | undefined {
  const [type, key] = path.split('.') as [string, string]
  return textOf(records.findLast((record) => record.type === type && textOf(record[key]))?.[key])
}

/** Records of agents that the session ran, by the id of the agent or of its call. A file of an agent alone is a session. */
function splitAgents(records: readonly LogRecord[]): {
  own: LogRecord[]
  agents: Map<string, LogRecord[]>
} {
  const agents = new Map<string, LogRecord[]>()
  const isOwn = ({ record }: LogRecord): boolean =>
    record.isSidechain !== true && typeof record.parent_tool_use_id !== 'string'
  const isSession = records.some((entry) => isMessageRecord(entry.record) && isOwn(entry))
  if (!isSession) return { own: [...records], agents }
  /** The top of the chain that a record without an id of its agent hangs on. */
  const keys = new Map<string, string>()
  const own = records.filter((entry) => {
    if (isOwn(entry)) return true
    const { record } = entry
    const above = keys.get(textOf(record.parentUuid) ?? '')
    const key = textOf(record.parent_tool_use_id) ?? textOf(record.agentId) ?? above ?? `agent ${entry.at}`
    const id = textOf(record.uuid)
    if (id !== undefined) keys.set(id, key)
    const group = agents.get(key)
    if (group) group.push(entry)
    else agents.set(key, [entry])
    return false
  })
  return { own, agents }
}

type Group = Pick<SessionThread, 'attach'> & { end(more?: Parameters<SessionThread['end']>[0]): Conversation }

/** The messages of one transcript in the log. */
function readGroup(records: readonly LogRecord[], thread: SessionThread, report: ReportLoss): Group {
  const units: { unit: LogUnit; records: LogRecord[] }[] = []
  const parents = new Map<string, string | undefined>()
  const owners = new Map<string, LogUnit>()
  const answers = new Map<string, { unit: LogUnit; records: LogRecord[] }>()
  const queued: LogRecord[] = []
  const texts = new Set<string>()
  /** Ids of messages: what comes with one again is a copy, which resuming a session makes. */
  const seen = new Set<string>()

  const isFlow = records.some(isOfIFlow)
  const called = new Set<string>()

  const open = ({ record, at }: LogRecord, kind: LogUnit['kind'], messages: LogUnit['messages']) => {
    const id = textOf(record.uuid)
    const own = id !== undefined && !owners.has(id) ? id : `record ${at}`
    const unit: LogUnit = { id: own, parentUuid: parentOf(record), kind, messages }
    const entry = { unit, records: [{ record, at }] }
    if (id !== undefined) owners.set(id, unit)
    units.push(entry)
    if (kind === 'typed') {
      for (const { role, content } of messages)
        if (role === 'user' && typeof content === 'string') texts.add(content.trim())
    }
    return entry
  }

  for (const read of records) {
    const entry = isFlow ? withoutRepeats(read, called) : read
    const { record, at } = entry
    const id = textOf(record.uuid)
    if (id !== undefined && !parents.has(id)) parents.set(id, parentOf(record))
    if (isMessageRecord(record) && id !== undefined) {
      if (seen.has(id)) {
        thread.keep(at, `copy of ${kindOf(record)}`, record)
        continue
      }
      seen.add(id)
    }
    if (record.type === 'assistant' && isMessageRecord(record)) {
      const message = record.message as JsonObject
      if (isNoAnswer(message)) {
        thread.keep(at, 'assistant without an answer', record)
        continue
      }
      const key = textOf(message.id)
      const last = units.at(-1)
      const inFlow = isFlow && last?.unit.kind === 'answer' ? last : undefined
      const before = inFlow ?? (key === undefined ? undefined : answers.get(key))
      if (before) {
        before.records.push(entry)
        if (id !== undefined) owners.set(id, before.unit)
      } else {
        const opened = open(entry, 'answer', [])
        // In iFlow every answer has the prompt as its parent, which does not make it a version of the others.
        if (isFlow) opened.unit.parentUuid = undefined
        if (key !== undefined) answers.set(key, opened)
      }
      continue
    }
    const said = record.type === 'user' ? readUser(entry) : readQueued(record)
    if (said) {
      const messages = 'message' in said ? [said.message] : said.messages
      if (said.isTyped) answers.clear()
      open(entry, said.isTyped ? 'typed' : 'other', messages)
      continue
    }
    const notice = readNotice(record)
    if (notice) open(entry, 'other', [notice])
    else {
      if (record.type === 'queue-operation') queued.push(entry)
      thread.keep(at, kindOf(record), record)
    }
  }
  for (const { unit, records: all } of units) {
    if (unit.kind !== 'answer') continue
    const answer = readAnswerRecords(all, report)
    unit.messages = answer ? [answer] : []
  }
  const lost = lostPrompts(queued, texts)
  const list = [...units]
  for (const { at, unit } of lost) {
    const place = list.findIndex(({ records: [first] }) => first!.at > at)
    list.splice(place < 0 ? list.length : place, 0, { unit, records: [] })
  }
  const placed = placeUnits(
    list.map(({ unit }) => unit),
    parents,
    owners,
  )
  const isLine = placed.every(({ parent }, i) => parent === placed[i - 1]?.id)
  if (isLine) {
    for (const { unit } of list) thread.add(...unit.messages)
    return thread
  }
  for (const { unit } of list) thread.add(...unit.messages)
  return {
    attach: thread.attach,
    end(more) {
      // Later attachments are in the thread, in the same order.
      let next = 0
      const nodes = placed.map((node) => ({
        ...node,
        messages: node.messages.map(() => thread.messages[next++]!),
      }))
      return thread.endTree(nodes, more)
    },
  }
}

/** iFlow writes the same records, with an id of its own for each session and a message for each call. */
const isOfIFlow = ({ record }: LogRecord): boolean =>
  typeof record.sessionId === 'string' && /^session-[\da-f]{8}-/.test(record.sessionId)

/** The record without calls of earlier records, because iFlow writes each call again with the next one. */
function withoutRepeats(entry: LogRecord, called: Set<string>): LogRecord {
  const { message } = entry.record
  if (entry.record.type !== 'assistant' || !isRecord(message) || !Array.isArray(message.content)) return entry
  const content = (message.content as unknown[]).filter((block) => {
    const id = isRecord(block) && block.type === 'tool_use' ? textOf(block.id) : undefined
    if (id === undefined) return true
    const isNew = !called.has(id)
    called.add(id)
    return isNew
  })
  return { ...entry, record: { ...entry.record, message: { ...message, content } } }
}

/** The text that the command line writes for an empty prompt. */
function isNoAnswer({ model, content }: JsonObject): boolean {
  const [block] = Array.isArray(content) ? (content as unknown[]) : []
  return model === '<synthetic>' && isRecord(block) && block.text === 'No response requested.'
}

/** Prompts that were taken from the queue and are not recorded anywhere else. */
function lostPrompts(
  queued: readonly LogRecord[],
  texts: ReadonlySet<string>,
): { at: number; unit: LogUnit }[] {
  const waiting: LogRecord[] = []
  const taken: LogRecord[] = []
  for (const entry of queued) {
    const { operation } = entry.record
    if (operation === 'enqueue') waiting.push(entry)
    else if (operation === 'dequeue') taken.push(...waiting.splice(0, 1))
    else if (operation === 'popAll') waiting.length = 0
    else waiting.pop()
  }
  return taken.flatMap(({ record, at }) => {
    const content = textOf(record.content)
    if (content === undefined || texts.has(content.trim()) || /^\s*</.test(content)) return []
    const message = { role: 'user' as const, content }
    return [{ at, unit: { id: `record ${at}`, parentUuid: undefined, kind: 'other', messages: [message] } }]
  })
}
