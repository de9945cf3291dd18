import type { Message } from '@antiphon/core'
import { compact, entriesIn, isRecord, recordIn, textOf, timeOf, type JsonObject } from '@antiphon/base'
import {
  readBlock,
  withMetadata,
  draftAnswer,
  defineSession,
  entriesOf,
  plainContent,
  restOf,
  type SessionThread,
} from '@antiphon/transcripts/toolkit'
import type { Conversation } from '@antiphon/transcripts'
import { applyChanges, isChange } from './patch-log.js'
import { PREFIX, readRequest } from './requests.js'

/** Chat sessions of VS Code (Copilot Chat): one document, the log of its changes, lines of blocks. */
export const vscodeChatFormat = defineSession({
  name: 'vscode-chat',
  title: 'VS Code chat (Copilot): session, exported chat, log of changes, lines of blocks',
  shapes: ['session', 'changes', 'lines'],
  needs: '"requests" with "message" and "response", or lines with "kind" and "v"',
  sign(_, records) {
    if (records.length === 1 && records.some(isSession)) return 'requests with message and response'
    if (records.some(isChange) && records.some(({ k }) => Array.isArray(k) || !('k' in records[0]!))) {
      const isOwn = records.some(
        ({ kind, v, k }) =>
          (kind === 0 && isRecord(v) && (Array.isArray(v.requests) || 'sessionId' in v)) ||
          (Array.isArray(k) && k[0] === 'requests'),
      )
      if (isOwn) return 'changes of a chat session'
    }
    const isLines =
      records.some(
        ({ type, id, name, tool_use_id: callId }) =>
          (type === 'tool_use' && typeof id === 'string' && typeof name === 'string') ||
          (type === 'tool_result' && typeof callId === 'string'),
      ) &&
      records.some(
        ({ type, content }) => (type === 'user' || type === 'assistant') && typeof content === 'object',
      )
    return isLines ? 'lines of blocks with tool_use' : undefined
  },
  read(value, _, open) {
    const entries = entriesOf(value)
    const [only] = entries
    if (entries.length === 1 && isRecord(only) && isSession(only)) {
      return readSession(only, open('session'))
    }
    if (entries.some(isChange)) {
      const thread = open('changes')
      const session = applyChanges(entries, (at) =>
        thread.keep(at, 'change that does not apply', entries[at]),
      )
      // Only these still hold content that a later change removed.
      entries.forEach((entry, at) => isChange(entry) && thread.keep(`${at} `, 'change', entry))
      return readSession(session, thread)
    }
    return readLines(entries, open('lines'))
  },
})

function isSession({ requests, responderUsername, version, sessionId }: JsonObject): boolean {
  if (!Array.isArray(requests)) return false
  if (requests.length === 0)
    return (
      typeof responderUsername === 'string' || (typeof version === 'number' && typeof sessionId === 'string')
    )
  return requests
    .slice(0, 5)
    .some(
      (request) =>
        isRecord(request) && 'message' in request && ('response' in request || 'requestId' in request),
    )
}

function readSession(session: JsonObject, thread: SessionThread): Conversation {
  const { requests, ...fields } = session
  for (const [at, request] of (Array.isArray(requests) ? (requests as unknown[]) : []).entries()) {
    if (isRecord(request)) thread.add(...readRequest(request))
    else thread.keep(`requests[${at}]`, 'no request', request)
  }
  return thread.end({ fields, title: textOf(session.customTitle) })
}

function readLines(entries: readonly unknown[], thread: SessionThread): Conversation {
  entries.forEach((entry, at) => {
    if (!isRecord(entry)) return thread.keep(at, 'no line', entry)
    const { type, content } = entry
    const blocks =
      typeof content === 'string'
        ? [{ type: 'text', text: content }]
        : entriesIn(content).map((block) => recordIn(block) ?? block)
    const parts = blocks.map((block) =>
      readBlock(isRecord(block) && block.type === undefined ? { type: 'text', ...block } : block),
    )
    const common = compact({ timestamp: timeOf(entry.timestamp) })
    const draft = draftAnswer()
    const note = (message: Message, ...used: string[]): void =>
      thread.add(withMetadata(message, restOf(PREFIX, entry, 'type', 'timestamp', ...used)))
    if (type === 'user') return note({ role: 'user', content: plainContent(parts), ...common }, 'content')
    if (type === 'assistant') {
      for (const block of blocks)
        if (isRecord(block) && typeof block.text === 'string') draft.text(block.text)
      return note(draft.message(common), 'content')
    }
    if (type === 'tool_use') {
      draft.call({ id: textOf(entry.id), name: textOf(entry.name) ?? '', input: entry.input ?? {} })
      return note(draft.message(common), 'id', 'name', 'input')
    }
    if (type !== 'tool_result') return thread.keep(at, textOf(type) ?? 'no type', entry)
    const id = textOf(entry.tool_use_id) ?? ''
    const isError = entry.is_error === true || undefined
    return note(
      compact<Message>({ role: 'tool', tool_call_id: id, content: plainContent(parts), isError, ...common }),
      'tool_use_id',
      'content',
    )
  })
  return thread.end()
}
