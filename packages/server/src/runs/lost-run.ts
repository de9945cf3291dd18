import {
  ChatError,
  collectCompletion,
  pairToolCalls,
  randomId,
  type AssistantMessage,
  type ChatErrorData,
  type MessageStore,
} from '@antiphon/core'
import type { ThreadStorage } from '@antiphon/threads'
import { LOG_START, type LogKey, type RunLog } from '../log/types.js'
import { openThread } from './open-thread.js'
import { settlePageCalls } from './page-results.js'
import { eventName, type RunEvent } from './run-events.js'
import { sentIds } from './sent-messages.js'
import type { Run } from './types.js'

/** An answer that was being written, as far as the log has it. */
export interface LostAnswer {
  /** Absent where no answer had begun. */
  id?: string
  parent?: string | null
  at?: number
  /** Its pieces, as chunks. */
  chunks: object[]
}

/** Reads the answer that was being written when the process died. Nothing of it where the log is gone too. */
export async function readLostAnswer(log: RunLog, key: LogKey): Promise<LostAnswer> {
  let lost: LostAnswer = { chunks: [] }
  try {
    for (let offset = LOG_START; ;) {
      const { events, next } = await log.read(key, offset)
      if (events.length === 0) return lost
      offset = next
      for (const { data } of events) {
        const event = JSON.parse(data) as RunEvent
        const name = eventName(data)
        if (name === undefined) lost.chunks.push(event)
        if (event.antiphon === 'answer')
          lost = { id: event.id, parent: event.parent, at: event.at, chunks: [] }
        // It was whole: what was being done after it, nobody saw.
        if (event.antiphon === 'message' && event.node.id === lost.id) lost = { chunks: [] }
      }
    }
  } catch {
    return lost
  }
}

/** A stream begins with a chunk that names the role alone: nobody has seen anything of that. */
export function saysNothing(chunk: object): boolean {
  const { choices } = chunk as { choices?: readonly { delta?: object }[] }
  return (
    Array.isArray(choices) &&
    choices.every(({ delta = {} }: { delta?: object }) =>
      Object.entries(delta).every(([name, value]) => name === 'role' || value === '' || value === null),
    )
  )
}

/** Words for the person whose answer was lost. */
const STOPPED: ChatErrorData = {
  // The kind of a connection that broke: what arrived is kept, and the transcript says that the rest is missing.
  kind: 'network_or_cors',
  code: 'server_stopped',
  message: 'The server stopped while this was written.',
}

/**
 * Ends a run whose process is gone, honestly: what the log has of the answer goes into the thread, with the reason where it is not
 * whole. Calls that had begun are told as interrupted when the thread goes on, as after a reload of a page. Where the answer is in the
 * thread already, nothing is added. The run is `done` where the thread then ends with a whole answer.
 *
 * @param onStored called with each message that was stored.
 */
export async function endLostRun(
  { threadId, data }: Run,
  lost: LostAnswer,
  storage: ThreadStorage,
  now: () => number,
  onStored: Parameters<typeof openThread>[2]['onStored'],
): Promise<{ outcome: 'done' | 'lost'; sent: ReadonlySet<string> }> {
  const unreachable = { send: () => Promise.reject(new Error('A run that was lost asks nothing.')) }
  const { chat, saver } = await openThread({ threadId, now, transport: unreachable }, storage, {
    isOver: () => false,
    onStored,
  })
  const { store } = chat
  const question = data.order.message
  if (question && !store.getMessage(question.id)) {
    const { id, content, metadata } = question
    store.append({ role: 'user', id, content, timestamp: now(), ...(metadata && { metadata }) })
  }
  // The process before may have stored the answer, and not told it any more.
  const isStored = lost.id === undefined || store.getMessage(lost.id) !== undefined
  let end = isStored ? endOf(store, question?.id) : 'lost'
  await settlePageCalls(chat, data)
  const id = lost.id ?? randomId()
  if (end === 'lost' && !store.getMessage(id)) {
    const occurredAt = now()
    const message: AssistantMessage = {
      ...(await collectCompletion(broken(lost.chunks, { ...STOPPED, occurredAt }), { now })).message,
      id,
      timestamp: lost.at ?? occurredAt,
    }
    const { parent } = lost
    store.append(message, typeof parent === 'string' && store.getMessage(parent) ? { parent } : {})
    // The log may have all of it: the process died between its last piece and the thread.
    if (!message.error) end = endOf(store, question?.id)
  }
  await saver.close()
  const { status, problem } = saver.getState()
  if (status === 'memory-only') throw new Error(`The end of a run could not be stored: ${problem?.message}`)
  return { outcome: end === 'done' ? 'done' : 'lost', sent: sentIds(store) }
}

/**
 * How the thread ends where nothing was being written: with the answer, with one that was lost and says so, with calls that nobody
 * answers now, or with none of these.
 */
function endOf(
  { getMessages }: MessageStore,
  questionId: string | undefined,
): 'done' | 'told' | 'calls' | 'lost' {
  const messages = getMessages()
  const last = messages.at(-1)
  if (pairToolCalls(messages).calls.some(({ state }) => state === 'unanswered')) return 'calls'
  if (last?.role !== 'assistant' || last.id === questionId) return 'lost'
  return last.error?.code === STOPPED.code ? 'told' : 'done'
}

async function* broken(chunks: readonly object[], error: ChatErrorData): AsyncGenerator<object, void> {
  yield* chunks
  throw new ChatError(error)
}
