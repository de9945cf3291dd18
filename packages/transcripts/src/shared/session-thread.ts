import type { Message } from '@antiphon/core'
import { compact, type JsonObject } from '@antiphon/base'
import { sortMetadata, withMetadata } from './local-fields.js'
import type { Conversation, ReportLoss, TranscriptDocument } from '../types.js'
import { versionsOf, type VersionNode } from './versions.js'

/** Metadata of a tool result whose call ran an agent: `{ messages, … }`, the whole transcript of that agent. */
export const TRANSCRIPT_KEY = 'antiphon.transcript'

/** The messages of a session in order, and the entries that make no message. */
export interface SessionThread {
  readonly messages: readonly Message[]
  add(...messages: readonly Message[]): void
  /** Replaces an added message. */
  replace(before: Message, after: Message): void
  /** An entry that makes no message: kept with the document, counted by its kind. */
  keep(where: string | number, kind: string, entry: unknown): void
  /** Adds the transcript of an agent to the result of the call that ran it; false without such a result. */
  attach(callId: string, transcript: { messages: readonly Message[] } & JsonObject): boolean
  end(more?: { title?: string | undefined; fields?: JsonObject; leaf?: string | undefined }): Conversation
  /** The same for messages with parents, without a look at added messages. */
  endTree(
    nodes: readonly VersionNode[],
    more?: { title?: string | undefined; fields?: JsonObject; leaf?: string | undefined },
  ): Conversation
}

/** The empty thread of a session. Entries that make no message are kept and reported. */
export function createSessionThread(format: string, shape: string, report: ReportLoss): SessionThread {
  const messages: Message[] = []
  // Places and kinds come from the file, so they may be any name.
  const kept = new Map<string, unknown>()
  const counts = new Map<string, number>()
  const firstPlace = new Map<string, string>()

  const documentWith = (fields: JsonObject | undefined): TranscriptDocument => {
    for (const [kind, where] of firstPlace)
      report('no_message', where, `${kind}: ${counts.get(kind)}`, undefined)
    return compact<TranscriptDocument>({
      format,
      shape,
      fields: fields && Object.keys(fields).length > 0 ? fields : undefined,
      kept: kept.size > 0 ? Object.fromEntries(kept) : undefined,
      counts: counts.size > 0 ? Object.fromEntries(counts) : undefined,
    })
  }
  const count = (kind: string, by = 1): void => void counts.set(kind, (counts.get(kind) ?? 0) + by)

  return {
    messages,
    add: (...more) => void messages.push(...more.map((message) => withMetadata(message, {}))),
    replace(before, after) {
      // Searched from the end, because it is one of the last and a log may be long.
      const at = messages.lastIndexOf(before)
      if (at >= 0) messages[at] = withMetadata(after, {})
    },
    keep(where, kind, entry) {
      const place = String(where)
      kept.set(place, entry)
      count(kind)
      if (!firstPlace.has(kind)) firstPlace.set(kind, /^\d/.test(place) ? `[${place}]` : place)
    },
    attach(callId, transcript) {
      const at = messages.findLastIndex(
        (message) => message.role === 'tool' && message.tool_call_id === callId,
      )
      if (at < 0 || messages[at]!.metadata?.[TRANSCRIPT_KEY] !== undefined) return false
      messages[at] = withMetadata(messages[at]!, { [TRANSCRIPT_KEY]: transcript })
      count('agent transcript')
      count('message of an agent', transcript.messages.length)
      return true
    },
    end({ title, fields } = {}) {
      return compact<Conversation>({
        messages: withOwnIds(messages, `${format}.id`),
        document: documentWith(fields),
        title,
      })
    },
    endTree(nodes, { title, fields, leaf } = {}) {
      const found = versionsOf(nodes, leaf)
      return compact<Conversation>({
        messages: found.messages,
        document: documentWith(fields),
        title,
        tree: found.tree,
      })
    },
  }
}

/** Repeated ids are kept aside, because a store could not hold both. */
function withOwnIds(messages: readonly Message[], key: string): Message[] {
  const seen = new Set<string>()
  return messages.map((message) => {
    const { id, ...rest } = message
    if (id === undefined) return message
    if (!seen.has(id)) {
      seen.add(id)
      return message
    }
    const metadata = sortMetadata({ ...message.metadata, [key]: id })
    return { ...rest, metadata }
  })
}
