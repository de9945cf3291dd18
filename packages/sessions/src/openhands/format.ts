import type { ContentPart, Message, ToolMessage } from '@antiphon/core'
import { normalizeUsage } from '@antiphon/core/message'
import { compact, isRecord, numberOf, textOf, timeOf, type JsonObject, wordOf } from '@antiphon/base'
import {
  withMetadata,
  draftAnswer,
  defineSession,
  entriesOf,
  imagePart,
  restOf,
  type SessionThread,
  readEach,
} from '@antiphon/transcripts/toolkit'
import type { Conversation } from '@antiphon/transcripts'
import { isSdkEvent, readSdkEvents } from './sdk-events.js'

const PREFIX = 'openhands.'
/** Actions that the program did for itself. */
const NOISE = /^(?:change_agent_state|agent_state_changed|null|recall|)$/

/** Events of OpenHands, those of its SDK, and lines of its evaluation. */
export const openHandsFormat = defineSession({
  name: 'openhands',
  title: 'OpenHands: events of a session, events of its SDK, output of an evaluation',
  shapes: ['events', 'sdk-events', 'evaluation'],
  needs:
    'events with "source" and "action" or "observation", events with the "kind" of a class of its SDK, or lines with "instruction" and a "history" of them',
  sign(_, records) {
    if (records.some(isLine)) return 'instruction and history'
    if (records.some(isSdkEvent)) return 'events with the kinds of its SDK'
    return records.some(isEvent) ? 'events with source and action or observation' : undefined
  },
  read(value, report, open) {
    const entries = entriesOf(value)
    if (entries.some((entry) => isRecord(entry) && isSdkEvent(entry)))
      return readSdkEvents(entries, open('sdk-events'))
    if (!entries.some((entry) => isRecord(entry) && isLine(entry))) {
      return readEvents(entries, open('events'), {})
    }
    return readEach(
      entries,
      isLine,
      ({ history, ...fields }) => {
        const thread = open('evaluation')
        const events = (history as unknown[]).flat()
        const hasPrompt = events.some(
          (event) => isRecord(event) && event.source === 'user' && event.action === 'message',
        )
        if (!hasPrompt) thread.add({ role: 'user', content: String(fields.instruction) })
        return readEvents(events, thread, fields)
      },
      report,
    )
  },
})

const isEvent = (entry: JsonObject): boolean =>
  /^(?:user|agent|environment)$/.test(wordOf(entry.source)) &&
  (typeof entry.action === 'string' || typeof entry.observation === 'string')

const isLine = ({ instruction, history }: JsonObject): boolean =>
  typeof instruction === 'string' &&
  Array.isArray(history) &&
  history.flat().some((entry) => isRecord(entry) && ('action' in entry || 'observation' in entry))

function readEvents(events: readonly unknown[], thread: SessionThread, fields: JsonObject): Conversation {
  const state = { responses: new Map<string, Message>(), last: '' }
  events.forEach((event, at) => {
    const messages = isRecord(event) ? readEvent(event, at, state, thread) : []
    thread.add(...messages)
    if (messages.length === 0) thread.keep(at, isRecord(event) ? kindOf(event) : 'no event', event)
  })
  return thread.end({ fields })
}

const kindOf = ({ action, observation }: JsonObject): string =>
  textOf(action) ?? textOf(observation) ?? 'unknown event'

interface State {
  /** Answers by the id of their response: several calls of one are events of their own. */
  responses: Map<string, Message>
  /** The id of the last call. */
  last: string
}

function readEvent(event: JsonObject, at: number, state: State, thread: SessionThread): Message[] {
  const common = compact({ timestamp: timeOf(event.timestamp) })
  const rest = restOf(PREFIX, event, ...(common.timestamp === undefined ? [] : ['timestamp']))
  const args = isRecord(event.args)
    ? event.args
    : restOf('', event, 'action', 'source', 'timestamp', 'id', 'thought', 'message')
  const note = (message: Message): Message => withMetadata(compact<Message>({ ...message, ...common }), rest)
  const { action, observation, source } = event
  if (typeof observation === 'string') {
    if (NOISE.test(observation)) return []
    const result = readObservation(event, state)
    return result ? [note(result)] : []
  }
  if (typeof action !== 'string' || NOISE.test(action)) return []
  if (action === 'message' && source === 'user') {
    const text = textOf(args.content) ?? textOf(event.message) ?? ''
    const images = (Array.isArray(args.image_urls) ? (args.image_urls as unknown[]) : []).flatMap((url) =>
      typeof url === 'string' ? [imagePart(url)] : [],
    )
    const parts: ContentPart[] = [{ type: 'text', text }, ...images]
    return [note({ role: 'user', content: images.length > 0 ? parts : text })]
  }
  if (action === 'system')
    return [note({ role: 'system', kind: 'context', content: textOf(args.content) ?? '' })]
  if (action === 'condensation')
    return [
      note({
        role: 'system',
        kind: 'notification',
        content: textOf(args.summary) ?? 'The history was condensed.',
      }),
    ]
  if (source === 'user' && action === 'run')
    return [note({ role: 'user', content: `! ${textOf(args.command) ?? ''}` })]
  return readAction(event, args, at, state, thread).map(note)
}

/** The answer of an action: the model's own message if the event has it, else a call with the name of the action. */
function readAction(
  event: JsonObject,
  args: JsonObject,
  at: number,
  state: State,
  thread: SessionThread,
): Message[] {
  const metadata = isRecord(event.tool_call_metadata) ? event.tool_call_metadata : undefined
  const response = isRecord(metadata?.model_response) ? metadata.model_response : undefined
  const id = textOf(metadata?.tool_call_id) ?? `event ${textOf(event.id) ?? numberOf(event.id) ?? at}`
  state.last = id
  const responseId = textOf(response?.id)
  if (responseId !== undefined && state.responses.has(responseId)) return []
  const draft = draftAnswer()
  const [choice] = Array.isArray(response?.choices) ? (response.choices as unknown[]) : []
  const said = isRecord(choice) && isRecord(choice.message) ? choice.message : undefined
  const thought = textOf(said?.content) ?? textOf(args.thought) ?? textOf(event.thought)
  const isMessage = event.action === 'message'
  const words = isMessage ? (textOf(args.content) ?? textOf(event.message) ?? thought) : thought
  if (words !== undefined) draft.text(words)
  const calls = (Array.isArray(said?.tool_calls) ? (said.tool_calls as unknown[]) : []).filter(isRecord)
  for (const call of calls) {
    const body = isRecord(call.function) ? call.function : {}
    draft.call({ id: textOf(call.id), name: textOf(body.name) ?? '', input: body.arguments ?? {} })
  }
  if (calls.length === 0 && !isMessage) {
    const { thought: _, ...input } = args
    draft.call({ id, name: textOf(metadata?.function_name) ?? wordOf(event.action), input })
  }
  const usage = isRecord(response?.usage) ? normalizeUsage(response.usage) : undefined
  const answer = draft.message(compact({ model: textOf(response?.model), usage }))
  if (responseId !== undefined) state.responses.set(responseId, thread.messages.at(-1) ?? answer)
  return [answer]
}

function readObservation(event: JsonObject, state: State): ToolMessage | undefined {
  const metadata = isRecord(event.tool_call_metadata) ? event.tool_call_metadata : {}
  const cause = textOf(event.cause) ?? numberOf(event.cause)
  const id = textOf(metadata.tool_call_id) ?? (cause === undefined ? state.last : `event ${cause}`)
  const extras = isRecord(event.extras) ? event.extras : event
  const inner = isRecord(extras.metadata) ? extras.metadata : {}
  const exit = numberOf(inner.exit_code) ?? numberOf(extras.exit_code)
  const failed = event.observation === 'error' || (exit !== undefined && exit > 0)
  if (id === '') return undefined
  return compact<ToolMessage>({
    role: 'tool',
    tool_call_id: id,
    toolName: textOf(metadata.function_name),
    content: textOf(event.content) ?? textOf(event.message) ?? '',
    isError: failed || undefined,
  })
}
