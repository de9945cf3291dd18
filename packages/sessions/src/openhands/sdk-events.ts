import type { AssistantMessage, Message, ToolMessage } from '@antiphon/core'
import {
  compact,
  entriesIn,
  isRecord,
  numberOf,
  textOf,
  timeOf,
  type JsonObject,
  wordOf,
} from '@antiphon/base'
import {
  withMetadata,
  draftAnswer,
  type AnswerDraft,
  imagePart,
  plainContent,
  restOf,
  type SessionThread,
} from '@antiphon/transcripts/toolkit'
import type { Conversation } from '@antiphon/transcripts'
import { readRoleMessage } from '../shared/role-message.js'

const PREFIX = 'openhands.'
/** The other fields of further calls of one answer. */
const JOINED = `${PREFIX}joined`
/** Fields of an action that are in its answer: a thought only where words were found in it. */
const inAnswer = ({ thought }: JsonObject): string[] => [
  'reasoning_content',
  'tool_name',
  'tool_call_id',
  ...(textIn(thought) === '' ? [] : ['thought']),
]
const KIND =
  /^(?:SystemPromptEvent|MessageEvent|ActionEvent|ObservationEvent|UserRejectObservation|AgentErrorEvent|ConversationErrorEvent|Condensation|CondensationRequest|CondensationSummaryEvent|PauseEvent|ConversationStateUpdateEvent)$/
const SOURCE = /^(?:user|agent|environment|hook)$/

/** An event of the SDK, which names its class. Other programs have a "kind" and a "source", too, so its own body is asked for. */
export const isSdkEvent = ({ kind, source, id }: JsonObject): boolean =>
  KIND.test(wordOf(kind)) && SOURCE.test(wordOf(source)) && typeof id === 'string'

const RESULT = ['tool_call_id', 'tool_name']

/** Answers whose calls are events of their own. */
interface Open {
  responseId: string
  draft: AnswerDraft
  message: Message
}

/** Events of the SDK (version 1): the calls of one response are one answer. */
export function readSdkEvents(events: readonly unknown[], thread: SessionThread): Conversation {
  let open: Open | undefined
  events.forEach((event, at) => {
    if (!isRecord(event)) return thread.keep(at, 'no event', event)
    const responseId = textOf(event.llm_response_id)
    if (event.kind === 'ActionEvent' && open && open.responseId === responseId) {
      addAction(open.draft, event)
      const { message } = open
      const { content: _, segments: _segments, ...own } = message as AssistantMessage
      const joined = (own.metadata?.[JOINED] ?? []) as unknown[]
      const grown = withMetadata(compact<Message>({ ...own, ...open.draft.message() }), {
        ...own.metadata,
        [JOINED]: [...joined, restOf('', event, ...inAnswer(event))],
      })
      thread.replace(message, grown)
      // The thread may have made another object of it.
      open.message = thread.messages.findLast(({ role }) => role === 'assistant') ?? grown
      return undefined
    }
    const made = readEvent(event)
    if (!made) return thread.keep(at, wordOf(event.kind) || 'unknown event', event)
    thread.add(made.message)
    if (made.draft) {
      open =
        responseId === undefined
          ? undefined
          : { responseId, draft: made.draft, message: thread.messages.at(-1)! }
    } else if (made.message.role !== 'tool') open = undefined
    return undefined
  })
  return thread.end()
}

interface Made {
  message: Message
  draft?: AnswerDraft
}

function readEvent(event: JsonObject): Made | undefined {
  const timestamp = timeOf(event.timestamp)
  const note = (message: Message, ...used: readonly string[]): Made => ({
    message: withMetadata(compact<Message>({ ...message, timestamp }), {
      ...message.metadata,
      ...restOf(PREFIX, event, ...(timestamp === undefined ? [] : ['timestamp']), ...used),
    }),
  })
  switch (event.kind) {
    case 'SystemPromptEvent':
      return note({ role: 'system', kind: 'context', content: textIn(event.system_prompt) }, 'system_prompt')
    case 'MessageEvent':
      return readMessage(event, note)
    case 'ActionEvent': {
      const draft = draftAnswer()
      addAction(draft, event)
      return { ...note(draft.message(), ...inAnswer(event)), draft }
    }
    case 'ObservationEvent':
      return note(
        {
          ...resultOf(event, observed(event.observation), hasFailed(event.observation)),
          details: event.observation,
        },
        ...RESULT,
        'observation',
      )
    case 'UserRejectObservation':
      return note(
        resultOf(event, textOf(event.rejection_reason) ?? 'The user refused this call.', true),
        ...RESULT,
        'rejection_reason',
      )
    case 'AgentErrorEvent':
      return note(resultOf(event, wordOf(event.error), true), ...RESULT, 'error')
    case 'ConversationErrorEvent':
      return note(
        {
          role: 'system',
          kind: 'notification',
          content: textOf(event.detail) ?? textOf(event.code) ?? 'The conversation failed.',
        },
        'detail',
      )
    case 'Condensation':
    case 'CondensationSummaryEvent': {
      const content = textOf(event.summary) ?? 'The history was condensed.'
      return note({ role: 'system', kind: 'notification', content }, 'summary')
    }
    case 'PauseEvent':
      return note({ role: 'system', kind: 'notification', content: 'The conversation was paused.' })
    default:
      return undefined
  }
}

/** Reads a message of a person or the model. Its pictures are lists of addresses. */
function readMessage(
  event: JsonObject,
  note: (message: Message, ...used: readonly string[]) => Made,
): Made | undefined {
  const { llm_message: said } = event
  if (!isRecord(said)) return undefined
  const own: JsonObject = { ...said, role: said.role ?? (event.source === 'user' ? 'user' : 'assistant') }
  if (own.role !== 'user') {
    const [first, ...more] = readRoleMessage(own, PREFIX)
    return first && more.length === 0 ? note(first, 'llm_message') : undefined
  }
  const parts = entriesIn(own.content).flatMap((part) => {
    if (typeof part === 'string') return [{ type: 'text' as const, text: part }]
    if (!isRecord(part)) return []
    const text = textOf(part.text)
    const images = entriesIn(part.image_urls).flatMap((url) =>
      typeof url === 'string' ? [imagePart(url)] : [],
    )
    return [...(text === undefined ? [] : [{ type: 'text' as const, text }]), ...images]
  })
  const kind = event.source === 'user' ? undefined : ('notification' as const)
  const message = compact<Message>({ role: 'user', kind, content: plainContent(parts) })
  const rest = restOf('', said, 'content')
  return note(withMetadata(message, { [`${PREFIX}llm_message`]: rest }), 'llm_message')
}

/** Thoughts are what the model said before its call; reasoning is kept apart. */
function addAction(draft: AnswerDraft, event: JsonObject): void {
  const reasoning = textOf(event.reasoning_content)
  if (reasoning !== undefined) draft.reasoning(reasoning)
  for (const block of entriesIn(event.thinking_blocks)) {
    const thought = isRecord(block) ? textOf(block.thinking) : undefined
    if (thought !== undefined && thought !== reasoning) draft.reasoning(thought)
  }
  const thought = textIn(event.thought)
  if (thought !== '') draft.text(thought)
  const call = isRecord(event.tool_call) ? event.tool_call : {}
  const body = isRecord(call.function) ? call.function : call
  const { kind: _, ...action } = isRecord(event.action) ? event.action : { kind: undefined }
  draft.call({
    id: textOf(event.tool_call_id) ?? textOf(call.id),
    name: textOf(event.tool_name) ?? textOf(body.name) ?? '',
    input: body.arguments ?? action,
  })
}

function resultOf(event: JsonObject, content: string, isError: boolean): ToolMessage {
  return compact<ToolMessage>({
    role: 'tool',
    tool_call_id: textOf(event.tool_call_id) ?? '',
    toolName: textOf(event.tool_name),
    content,
    isError: isError || undefined,
  })
}

/** The words of an observation: its content, or its fields where it has none. */
function observed(observation: unknown): string {
  if (!isRecord(observation)) return wordOf(observation)
  const { content, output, error } = observation
  const text = textIn(content) || textIn(output) || wordOf(error)
  return text || wordOf(observation.message) || wordOf(observation.new_content)
}

function hasFailed(observation: unknown): boolean {
  if (!isRecord(observation)) return false
  const metadata = isRecord(observation.metadata) ? observation.metadata : {}
  const exit = numberOf(observation.exit_code) ?? numberOf(metadata.exit_code) ?? 0
  return (
    observation.is_error === true ||
    observation.error === true ||
    textOf(observation.error) !== undefined ||
    exit > 0
  )
}

/** A text, or the texts of parts. */
function textIn(value: unknown): string {
  if (typeof value === 'string') return value
  return entriesIn(value)
    .flatMap((part) => (typeof part === 'string' ? part : isRecord(part) ? (textOf(part.text) ?? []) : []))
    .join('\n')
}
