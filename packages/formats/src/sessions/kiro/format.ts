import { withMetadata } from '../../shared/local-fields.js'
import type { Conversation, ReportLoss } from '../../types.js'
import { defineSession, entriesOf, sampleOf } from '../shared/define-session.js'
import { isRecord, restOf, textOf, type JsonObject } from '../shared/fields.js'
import { isRoleMessage, readRoleMessage } from '../shared/role-message.js'
import { createSessionThread } from '../shared/session-thread.js'
import { readEach } from '../shared/several.js'

const PREFIX = 'kiro.'

/** Sessions of Kiro, whose history has an object around each message. */
export const kiroFormat = defineSession({
  name: 'kiro',
  title: 'Kiro: session',
  shapes: ['session'],
  needs: '"history" of objects with a "message" that has a role',
  sign: (value) => (sampleOf(value).some(isSession) ? 'a history of messages' : undefined),
  read: (value, report) =>
    readEach(entriesOf(value), isSession, (entry) => readSession(entry, report), report),
})

const isSession = ({ history }: JsonObject): boolean =>
  Array.isArray(history) &&
  history
    .slice(0, 20)
    .some((entry) => isRecord(entry) && isRecord(entry.message) && isRoleMessage(entry.message))

function readSession({ history, ...fields }: JsonObject, report: ReportLoss): Conversation {
  const thread = createSessionThread('kiro', 'session', report)
  const model = textOf(fields.selectedModel)
  for (const [at, entry] of (history as unknown[]).entries()) {
    if (!isRecord(entry) || !isRoleMessage(entry.message)) {
      thread.keep(`history[${at}]`, 'no message', entry)
      continue
    }
    const [first, ...rest] = readRoleMessage(entry.message, PREFIX)
    const own = first!.role === 'assistant' && model !== undefined ? { ...first!, model } : first!
    thread.add(withMetadata(own, { ...own.metadata, ...restOf(PREFIX, entry, 'message') }), ...rest)
  }
  return thread.end({ title: textOf(fields.title), fields })
}
