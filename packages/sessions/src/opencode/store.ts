import { isRecord, textOf, type JsonObject } from '@antiphon/base'

/** A stored message: its record, and its parts by id in order of arrival. */
export interface StoredEntry {
  info: JsonObject
  parts: Map<string, JsonObject>
}

export interface StoredSession {
  id: string
  info: JsonObject
  messages: Map<string, StoredEntry>
}

export const isSessionInfo = (value: JsonObject): boolean =>
  typeof value.id === 'string' && typeof value.projectID === 'string' && typeof value.directory === 'string'
export const isMessageInfo = (value: JsonObject): boolean =>
  typeof value.id === 'string' && typeof value.sessionID === 'string' && typeof value.role === 'string'
export const isPart = (value: JsonObject): boolean =>
  typeof value.id === 'string' && typeof value.messageID === 'string' && typeof value.type === 'string'
/** An export; without the head of the session its messages say what it is. */
export function isExported(value: unknown): value is JsonObject & { messages: unknown[] } {
  if (!isRecord(value) || !Array.isArray(value.messages)) return false
  const { info, messages } = value
  if (isRecord(info) && typeof info.id === 'string') return !('role' in info)
  return messages.slice(0, 50).some((one) => isRecord(one) && isRecord(one.info) && isMessageInfo(one.info))
}

/** Sessions by id, from records, files or events. Later data replaces earlier data. */
export function createStore() {
  const sessions = new Map<string, StoredSession>()
  /** The session of each message, because parts of old versions do not name it. */
  const owners = new Map<string, string>()

  const session = (id: string): StoredSession => {
    const found = sessions.get(id) ?? { id, info: {}, messages: new Map<string, StoredEntry>() }
    sessions.set(id, found)
    return found
  }
  const entry = (sessionId: string, messageId: string): StoredEntry => {
    const { messages } = session(sessionId)
    const found = messages.get(messageId) ?? { info: {}, parts: new Map<string, JsonObject>() }
    messages.set(messageId, found)
    owners.set(messageId, sessionId)
    return found
  }
  const sessionOf = (part: JsonObject): string =>
    textOf(part.sessionID) ?? owners.get(textOf(part.messageID) ?? '') ?? ''

  return {
    sessions,
    session(info: JsonObject): void {
      session(textOf(info.id) ?? '').info = info
    },
    message(info: JsonObject): void {
      entry(textOf(info.sessionID) ?? '', textOf(info.id) ?? '').info = info
    },
    part(part: JsonObject): void {
      const { parts } = entry(sessionOf(part), textOf(part.messageID) ?? '')
      parts.set(textOf(part.id) ?? `part ${parts.size}`, part)
    },
    /** A piece of a text of a part. */
    delta(change: JsonObject): void {
      const { parts } = entry(sessionOf(change), textOf(change.messageID) ?? '')
      const id = textOf(change.partID) ?? ''
      const field = textOf(change.field) ?? 'text'
      const part = parts.get(id)
      if (part && typeof change.delta === 'string' && field !== '__proto__')
        parts.set(id, { ...part, [field]: (textOf(part[field]) ?? '') + change.delta })
    },
    remove(change: JsonObject): void {
      const messageId = textOf(change.messageID) ?? ''
      const { messages } = session(sessionOf(change))
      const partId = textOf(change.partID)
      if (partId === undefined) messages.delete(messageId)
      else messages.get(messageId)?.parts.delete(partId)
    },
  }
}

export type OpenCodeStore = ReturnType<typeof createStore>
