import { type AssistantMessage, type Message, type Usage } from '@antiphon/core'
import { normalizeUsage } from '@antiphon/core/message'
import { createCompletionReader } from '@antiphon/core/wire'
import { compact, isRecord, type JsonObject, parseJson } from '@antiphon/base'
import { stretchesOf } from '@antiphon/core/channels'
import { withChoices } from '../shared/choices.js'
import { requireRecords, readUnit, writeUnit } from '../shared/unit-codec.js'
import { deepEqual } from '../shared/values.js'
import { HEAD, whatTextMayBe } from '../text/refusal.js'
import {
  type Answers,
  type Conversation,
  type ReportLoss,
  type TranscriptDocument,
  normalizeError,
} from '../types.js'
import { choiceCodec } from './codecs.js'
import { wireField } from './write-message.js'

/** A whole response. Its choices are answers to the same question: versions of one. */
export function readResponse(body: JsonObject, report: ReportLoss): ReadAnswer {
  const { choices, ...fields } = body
  const list = requireRecords(Array.isArray(choices) ? choices : [], 'choices', 'a choice')
  const answers = list.map((choice, i) => {
    const [message] = readUnit(choiceCodec(i), choice, report)
    return withEnvelope(message as AssistantMessage, fields, i === 0)
  })
  return oneAnswer(answers, (i) => ({ format: 'openai', shape: 'response', fields: i === 0 ? fields : {} }))
}

/** A conversation of one answer, with its other choices. */
export type ReadAnswer = Answers & Pick<Conversation, 'document'>

function oneAnswer(
  choices: readonly Message[],
  documentOf: (choice: number) => TranscriptDocument,
): ReadAnswer {
  return { ...withChoices([choices], (_, choice) => documentOf(choice)), document: documentOf(0) }
}

/** Only the first choice has the usage, so that a sum counts it once. */
function withEnvelope(message: AssistantMessage, fields: JsonObject, isFirst: boolean): AssistantMessage {
  const model = typeof fields.model === 'string' ? fields.model : undefined
  return compact({ ...message, model, usage: isFirst ? normalizeUsage(fields.usage) : undefined })
}

/** The last answer as a response, which has no place for earlier messages. */
export function writeResponse(
  messages: readonly Message[],
  others: readonly Conversation[] = [],
  document: TranscriptDocument | undefined,
  report: ReportLoss,
): JsonObject {
  const answers = [messages, ...others.map((other) => other.messages)].map(
    (list) =>
      list.findLast((message) => message.role === 'assistant') ?? { role: 'assistant' as const, content: '' },
  )
  const choices = answers.map((message, i) => writeUnit(choiceCodec(i), [message], report))
  const [first] = answers as [AssistantMessage]
  const fields = document?.fields ?? newEnvelope(first)
  return compact({
    ...fields,
    model: first.model ?? fields.model,
    choices,
    usage: usageField(first.usage, fields.usage),
  })
}

function newEnvelope(message: AssistantMessage): JsonObject {
  const { timestamp, metadata } = message
  return compact({
    id: typeof metadata?.['wire.id'] === 'string' ? metadata['wire.id'] : undefined,
    object: 'chat.completion',
    created: timestamp === undefined ? undefined : Math.floor(timestamp / 1000),
  })
}

function usageField(usage: Usage | undefined, given: unknown): unknown {
  if (!usage || deepEqual(normalizeUsage(given), usage)) return given
  return isRecord(usage.raw) && deepEqual(normalizeUsage(usage.raw), usage) ? usage.raw : wireUsage(usage)
}

/** Token counts in the words of the wire. */
export function wireUsage(usage: Usage): JsonObject {
  const { cachedInputTokens, cacheWriteInputTokens, reasoningTokens } = usage
  const input = compact({ cached_tokens: cachedInputTokens, cache_write_tokens: cacheWriteInputTokens })
  return compact({
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: usage.totalTokens,
    prompt_tokens_details: Object.keys(input).length > 0 ? input : undefined,
    completion_tokens_details:
      reasoningTokens === undefined ? undefined : { reasoning_tokens: reasoningTokens },
    cost: usage.cost?.currency === 'USD' ? usage.cost.amount : undefined,
  })
}

/**
 * A recorded stream as the answer it made, further choices as its versions. `chunks` is the number of pieces, which is not
 * kept.
 */
export function readStream(
  text: string,
  shape: 'sse' | 'chunks',
  chunks: number,
  report: ReportLoss,
): ReadAnswer {
  const reader = createCompletionReader()
  reader.push(text)
  const { choices, error, repairs } = reader.end()
  const held = reader.sawOutput || choices.some(({ finishReasonRaw, usage }) => finishReasonRaw ?? usage)
  // An empty answer has a chunk, an error or an end of this wire.
  const isForeign = error?.kind === 'empty_response' && !/"choices"|"error"|\[DONE\]/.test(text)
  if (!held && (!error || error.kind === 'malformed_stream' || isForeign)) {
    throw normalizeError(
      `The stream holds no chunks of a chat completion. ${whatTextMayBe(text.slice(0, HEAD))}`,
      'no_chunks',
    )
  }
  for (const { rule, where, before, after } of repairs) report(`repair:${rule}`, where, before, after)
  report('stream', '', chunks, undefined)
  return oneAnswer(choices, () => ({ format: 'openai', shape }))
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
    if (stretch.type === 'tool_call') return { tool_calls: [{ index: stretch.index, ...stretch.call }] }
    return { [wireField(stretch.type, message)]: stretch.text }
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

/** Keys around the choices that the reader of a stream keeps. */
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
