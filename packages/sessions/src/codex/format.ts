import { isRecord, wordOf } from '@antiphon/base'
import { defineSession, entriesOf, eachEntry, type Unwrapped } from '@antiphon/transcripts/toolkit'
import { EXEC_TYPES, readExec } from './exec.js'
import { LINE_TYPES, readLine } from './records.js'
import { readRollout } from './rollout.js'

/** Rollouts of Codex, old and new, and what `codex exec --json` writes. */
export const codexFormat = defineSession({
  name: 'codex',
  title: 'Codex: rollouts of all generations, events of exec --json',
  shapes: ['rollout', 'exec'],
  needs:
    'lines with "timestamp", "type" and "payload", a header with "instructions", or events such as thread.started',
  sign(_, records) {
    const isLine = records.some(({ type, payload }) => LINE_TYPES.test(wordOf(type)) && isRecord(payload))
    if (isLine) return 'lines of a rollout'
    const isOld =
      records.some(({ record_type: type }) => type === 'state') ||
      (records.some(
        (entry) => 'instructions' in entry && 'timestamp' in entry && typeof entry.id === 'string',
      ) &&
        records.some(({ type }) => type === 'message' || type === 'reasoning' || type === 'function_call'))
    if (isOld) return 'lines of the first generation'
    const isExec = records.some(
      ({ type, item, thread_id: id }) =>
        (type === 'thread.started' && typeof id === 'string') ||
        (EXEC_TYPES.test(wordOf(type)) && isRecord(item) && typeof item.type === 'string'),
    )
    return isExec ? 'events of exec --json' : undefined
  },
  unwrap: asLines,
  read(value, _, open) {
    const entries = entriesOf(value)
    const records = entries.filter(isRecord)
    const isExec = records.some(({ type, payload }) => EXEC_TYPES.test(wordOf(type)) && !isRecord(payload))
    const thread = open(isExec ? 'exec' : 'rollout')
    if (isExec) return readExec(records, thread)
    const lines = entries.flatMap((entry, at) => {
      const line = readLine(entry, at)
      if (!line) thread.keep(at, 'no line', entry)
      return line ?? []
    })
    return readRollout(lines, thread)
  },
})

/** A session of the first command line, which was one document, and events of exec as its first versions wrote them. */
function asLines(value: unknown): Unwrapped | undefined {
  if (isRecord(value) && isRecord(value.session) && Array.isArray(value.items)) {
    const { session, items, ...around } = value
    return { value: [session, ...(items as unknown[])], around }
  }
  return eachEntry(value, ({ msg, ...entry }) =>
    typeof entry.id === 'string' && isRecord(msg) && typeof msg.type === 'string'
      ? { ...entry, type: 'event_msg', payload: msg }
      : undefined,
  )
}
