import { compact, isRecord, type JsonObject } from '../../errors/is-record.js'
import { parseJson } from '../../errors/parse-json.js'
import type { AssistantMessage, Message } from '../../message/types.js'
import { createCompletionReader } from '../../pipeline.js'
import { normalizeError } from '../format-error.js'
import type { Conversation, ReportLoss } from '../format-types.js'
import { stretchesOf } from '../shared/segments.js'
import { wireUsage } from './response.js'
import { reasoningField } from './write-message.js'

/**
 * A recorded stream as the answers it made; each further choice is a conversation of its own. `chunks` is the number of
 * pieces, which is not kept.
 */
export function readStream(
  text: string,
  shape: 'sse' | 'chunks',
  chunks: number,
  report: ReportLoss,
): Conversation[] {
  const reader = createCompletionReader()
  reader.push(text)
  const { choices, error, repairs } = reader.end()
  const held = reader.sawOutput || choices.some(({ finishReasonRaw, usage }) => finishReasonRaw ?? usage)
  if (!held && (!error || error.kind === 'malformed_stream')) {
    throw normalizeError('The stream holds no chunks of a chat completion.', 'no_chunks')
  }
  for (const { rule, where, before, after } of repairs) report(`repair:${rule}`, where, before, after)
  report('stream', '', chunks, undefined)
  return choices.map((message) => ({ messages: [message], document: { format: 'openai', shape } }))
}

/** Chunks for the last answer of each conversation, one for each stretch of it. */
export function writeChunks(
  messages: readonly Message[],
  others: readonly Conversation[] = [],
): JsonObject[] {
  const answers = [messages, ...others.map((other) => other.messages)].flatMap(
    (list) => list.findLast((message) => message.role === 'assistant') ?? [],
  )
  return answers.flatMap((message, index) => answerChunks(message, index))
}

function answerChunks(message: AssistantMessage, index: number): JsonObject[] {
  const { finishReason, finishReasonRaw, usage, metadata = {} } = message
  const envelope = wireEnvelope(metadata)
  const chunk = (delta: JsonObject, more: JsonObject = {}): JsonObject =>
    compact({
      object: 'chat.completion.chunk',
      id: envelope.id,
      model: message.model,
      choices: [{ index, delta, ...more }],
    })
  const details = compact({
    reasoning_details: message.reasoning_details,
    thinking_blocks: message.thinking_blocks,
    annotations: message.annotations,
    images: message.images,
    audio: message.audio,
  })
  const deltas = stretchesOf(message).map((stretch): JsonObject => {
    if (stretch.type === 'tool_call')
      return { tool_calls: [{ index: stretch.index, ...message.tool_calls![stretch.index] }] }
    const key =
      stretch.type === 'text' ? 'content' : stretch.type === 'refusal' ? 'refusal' : reasoningField(message)
    return { [key]: stretch.text }
  })
  const end = compact({
    finish_reason:
      finishReason && (finishReasonRaw ?? (finishReason === 'incomplete' ? undefined : finishReason)),
    logprobs: message.logprobs,
  })
  const { id: _, ...rest } = envelope
  return [
    chunk({ role: 'assistant' }),
    ...(Object.keys(details).length > 0 ? [chunk(details)] : []),
    ...deltas.map((delta) => chunk(delta)),
    { ...chunk({}, end), ...rest },
    ...(usage
      ? [{ ...chunk({}), choices: [], usage: isRecord(usage.raw) ? usage.raw : wireUsage(usage) }]
      : []),
  ]
}

/** What the reader of a stream keeps of the keys around its choices. */
function wireEnvelope(metadata: Record<string, unknown>): JsonObject {
  const own = Object.entries(metadata).filter(
    ([key]) => key.startsWith('wire.') && key !== 'wire.content_parts',
  )
  return Object.fromEntries(own.map(([key, value]) => [key.slice(5), value]))
}

export function chunksToSse(chunks: readonly JsonObject[]): string {
  return `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`
}

/** How many data lines an event stream has. */
export function countEvents(text: string): number {
  return text.match(/^data:/gm)?.length ?? 0
}

/** Does this look like a chunk of a stream? */
export function isChunk(value: unknown): boolean {
  if (!isRecord(value)) return false
  if (value.object === 'chat.completion.chunk') return true
  return (
    Array.isArray(value.choices) && value.choices.every((choice) => isRecord(choice) && 'delta' in choice)
  )
}

/** The first data line of an event stream, parsed. */
export function firstEvent(text: string): unknown {
  return parseJson(/^data:\s*(\{.*)$/m.exec(text)?.[1] ?? '')
}
