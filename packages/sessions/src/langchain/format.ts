import { isRecord } from '@antiphon/base'
import { defineSession, entriesOf, type Unwrapped } from '@antiphon/transcripts/toolkit'
import { isDump, readDump } from './messages.js'

/** Messages of LangChain as they are dumped, and states of LangGraph that hold them. */
export const langChainFormat = defineSession({
  name: 'langchain',
  title: 'LangChain, LangGraph: dumped messages, state with messages',
  shapes: ['messages', 'state'],
  needs:
    'dumps of messages: "lc" and "id" of a class, or "type" human or ai with "additional_kwargs" or "data"',
  sign: (value) => (listOf(value)?.slice(0, 50).some(isDump) ? 'dumped messages' : undefined),
  unwrap: ofGraph,
  read(value, _report, open) {
    const isState = isRecord(value) && !isDump(value)
    const thread = open(isState ? 'state' : 'messages')
    for (const [at, entry] of (listOf(value) ?? entriesOf(value)).entries()) {
      if (isDump(entry)) thread.add(readDump(entry))
      else thread.keep(at, 'no message', entry)
    }
    const { messages: _, ...fields } = isState ? value : {}
    return thread.end({ fields })
  },
})

/** A state of LangGraph has its messages without an envelope; a history has the newest state first. */
function ofGraph(value: unknown): Unwrapped | undefined {
  const [newest, ...earlier] = entriesOf(value)
  const values = isRecord(newest) && Array.isArray(newest.next) ? newest.values : undefined
  if (!isRecord(newest) || !isRecord(values) || !Array.isArray(values.messages)) return undefined
  const messages = (values.messages as unknown[]).map((message) => {
    if (isDump(message) || !isRecord(message) || !('content' in message)) return message
    const { type, ...data } = message
    return { type, data }
  })
  const state = { ...newest, values: { ...values, messages } }
  return { value: state, ...(earlier.length > 0 && { around: { earlier } }) }
}

/** The messages of a value; a batch holds a list of them. */
function listOf(value: unknown): readonly unknown[] | undefined {
  const inner = isRecord(value) ? (isRecord(value.values) ? value.values.messages : value.messages) : value
  if (!Array.isArray(inner)) return isDump(value) ? [value] : undefined
  return inner.length === 1 && Array.isArray(inner[0]) ? (inner[0] as unknown[]) : inner
}
