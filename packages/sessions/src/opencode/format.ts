import { entriesIn, isRecord, recordIn, textOf, type JsonObject, wordOf } from '@antiphon/base'
import { withMetadata, defineSession, entriesOf, type SessionThread } from '@antiphon/transcripts/toolkit'
import type { Conversation } from '@antiphon/transcripts'
import { CHILD, PREFIX, readEntry } from './messages.js'
import {
  createStore,
  isExported,
  isMessageInfo,
  isPart,
  isSessionInfo,
  type OpenCodeStore,
  type StoredSession,
} from './store.js'

const RUN = /^(?:step_start|text|tool_use|step_finish|reasoning|error)$/
const SERVER =
  /^(?:message\.(?:updated|removed|part\.(?:updated|delta|removed))|session\.(?:created|updated|status|idle|diff|error))$/

/** An event of the server, alone or inside of what a host wrote around it. */
function eventOf(entry: JsonObject): JsonObject | undefined {
  const event = isRecord(entry.event) ? entry.event : entry
  return SERVER.test(wordOf(event.type)) && isRecord(event.properties) ? event : undefined
}

const isRun = (entry: JsonObject): boolean =>
  RUN.test(wordOf(entry.type)) &&
  typeof entry.sessionID === 'string' &&
  (isRecord(entry.part) || 'error' in entry)

/** Sessions of OpenCode: its export, the files of its store side by side, events of `run` and of the server. */
export const openCodeFormat = defineSession({
  name: 'opencode',
  title: 'OpenCode: export, files of the store side by side, events of run and of the server',
  shapes: ['export', 'store', 'run', 'events'],
  needs: '"info" and "messages" of an export, records of the store, or events with "sessionID" and "part"',
  sign(_, sample) {
    if (sample.some(isExported)) return 'info and messages of an export'
    const records = sample
    if (records.some((entry) => eventOf(entry))) return 'events of the server'
    if (records.some(isRun)) return 'events with sessionID and part'
    return records.some(
      (entry) => isSessionInfo(entry) || (isMessageInfo(entry) && isRecord(entry.time)) || isPart(entry),
    )
      ? 'records of the store'
      : undefined
  },
  read(value, report, open) {
    const entries = entriesOf(value)
    const records = entries.filter(isRecord)
    const shape = records.some(isExported)
      ? 'export'
      : records.some((entry) => eventOf(entry))
        ? 'events'
        : records.some(isRun)
          ? 'run'
          : 'store'
    const main = open(shape)
    const store = createStore()
    let fields: JsonObject = {}
    const failures: JsonObject[] = []
    entries.forEach((entry, at) => {
      if (!isRecord(entry)) return main.keep(at, 'no record', entry)
      if (isExported(entry)) {
        const { info, messages, ...more } = entry
        fields = { ...fields, ...more }
        takeExport(recordIn(info) ?? {}, messages, store, main)
        if (!recordIn(info) && info !== undefined && info !== null) fields.info = info
        return undefined
      }
      const event = eventOf(entry)
      if (event) takeEvent(event, store)
      else if (isRun(entry)) {
        if (isRecord(entry.part)) store.part({ sessionID: entry.sessionID, ...entry.part })
        else failures.push(entry)
      } else if (isSessionInfo(entry)) return store.session(entry)
      else if (isMessageInfo(entry)) return store.message(entry)
      else if (isPart(entry)) return store.part(entry)
      return main.keep(at, textOf((event ?? entry).type) ?? 'no type', entry)
    })
    return build(store, main, () => open(shape), { fields, failures })
  },
})

function takeExport(info: JsonObject, messages: unknown[], store: OpenCodeStore, main: SessionThread): void {
  const session = textOf(info.id) ?? 'session'
  store.session({ ...info, id: session })
  messages.forEach((message, at) => {
    const head = isRecord(message) && isRecord(message.info) ? message.info : undefined
    if (!isRecord(message) || !head) return main.keep(`messages[${at}]`, 'no message', message)
    const id = textOf(head.id) ?? `message ${at}`
    store.message({ ...head, id, sessionID: session })
    const parts = entriesIn(message.parts)
    parts.forEach((part, i) => {
      if (isRecord(part))
        store.part({ ...part, id: textOf(part.id) ?? `part ${i}`, messageID: id, sessionID: session })
      else main.keep(`messages[${at}].parts[${i}]`, 'no part', part)
    })
    return undefined
  })
}

function takeEvent({ type, properties }: JsonObject, store: OpenCodeStore): void {
  const { info, part, ...change } = properties as JsonObject
  if (type === 'message.updated' && isRecord(info)) store.message(info)
  else if (type === 'message.part.updated' && isRecord(part)) store.part(part)
  else if (type === 'message.part.delta') store.delta(change)
  else if (type === 'message.removed' || type === 'message.part.removed') store.remove(change)
  else if (/^session\.(?:created|updated)$/.test(wordOf(type)) && isRecord(info)) store.session(info)
}

/** The session that no other began is the conversation; those of agents go to the calls that ran them. */
function build(
  store: OpenCodeStore,
  main: SessionThread,
  open: () => SessionThread,
  { fields, failures }: { fields: JsonObject; failures: readonly JsonObject[] },
): Conversation & { others?: Conversation[] } {
  const sessions = [...store.sessions.values()]
  const top = sessions.find(({ info }) => textOf(info.parentID) === undefined) ?? sessions[0]
  const rest = sessions.filter((session) => session !== top)
  // An agent may run another one: the innermost is finished first.
  const read = new Map<string, Conversation>()
  const visit = (session: StoredSession, thread: SessionThread): void => {
    const undone = isRecord(session.info.revert) ? textOf(session.info.revert.messageID) : undefined
    let isUndone = false
    for (const [id, entry] of session.messages) {
      isUndone ||= id === undone
      const messages = readEntry(entry)
      thread.add(
        ...(isUndone ? messages.map((one) => withMetadata(one, { [`${PREFIX}reverted`]: true })) : messages),
      )
    }
  }
  for (const session of rest.toReversed()) {
    const thread = open()
    visit(session, thread)
    attachChildren(thread, read)
    read.set(session.id, thread.end({ fields: session.info, title: textOf(session.info.title) }))
  }
  if (top) visit(top, main)
  for (const entry of failures) {
    const error = isRecord(entry.error) ? entry.error : {}
    const data = isRecord(error.data) ? error.data : {}
    const content = textOf(data.message) ?? textOf(error.name) ?? 'error'
    main.add({ role: 'system', kind: 'notification', content })
  }
  attachChildren(main, read)
  const conversation = main.end({ fields: { ...fields, ...top?.info }, title: textOf(top?.info.title) })
  return read.size > 0 ? { ...conversation, others: [...read.values()] } : conversation
}

/** Attached agents are removed from `read`. */
function attachChildren(thread: SessionThread, read: Map<string, Conversation>): void {
  for (const message of thread.messages) {
    const child = message.metadata?.[CHILD]
    const found = typeof child === 'string' ? read.get(child) : undefined
    if (message.role !== 'tool' || !found) continue
    const { messages, document } = found
    if (thread.attach(message.tool_call_id, { messages, ...document })) read.delete(String(child))
  }
}
