import { type AssistantMessage, type FinishReason, type Message } from '@antiphon/core'
import { normalizeUsage } from '@antiphon/core/message'
import { type Segment, TEXT_CHANNELS } from '@antiphon/core/channels'
import { compact, fieldReader, isRecord, type JsonObject } from '@antiphon/base'
import type { ReportLoss } from '../types.js'

export type Metadata = JsonObject

/** In the order of its keys, so that equal bags are equal in print too; undefined when there is nothing in it. */
export function sortMetadata(bag: Metadata): Metadata | undefined {
  const keys = Object.keys(bag).filter((key) => bag[key] !== undefined)
  return keys.length > 0 ? Object.fromEntries(keys.sort().map((key) => [key, bag[key]])) : undefined
}

/** The message with `more` in its bag. */
export function withMetadata<M extends Message>(message: M, more: Metadata): M {
  const { metadata, ...rest } = message
  const bag = sortMetadata({ ...metadata, ...more })
  return (bag ? { ...rest, metadata: bag } : rest) as M
}

/** The message without the entries of its bag for which `drop` holds. */
export function withoutMetadata<M extends Message>(message: M, drop: (key: string) => boolean): M {
  const { metadata, ...rest } = message
  if (!metadata || !Object.keys(metadata).some(drop)) return message
  const bag = sortMetadata(Object.fromEntries(Object.entries(metadata).filter(([key]) => !drop(key))))
  return (bag ? { ...rest, metadata: bag } : rest) as M
}

/** Fields that never leave the process on the way to a server; `kind` and so on are those of single roles. */
const LOCAL_KEYS = [
  'id',
  'timestamp',
  'metadata',
  'kind',
  'finishReason',
  'finishReasonRaw',
  'isError',
  'error',
  'usage',
  'request',
  'maxOutputTokens',
  'model',
  'logprobs',
  'reasoningSource',
  'segments',
  'timing',
  'toolName',
  'details',
]

export function hasLocalFields(raw: JsonObject): boolean {
  return LOCAL_KEYS.some((key) => raw[key] !== undefined)
}

const FINISH_REASONS: readonly unknown[] = [
  'stop',
  'length',
  'tool_calls',
  'content_filter',
  'error',
  'cancelled',
  'incomplete',
  'other',
] satisfies FinishReason[]

/** Our own fields of a message that came with them, each only where it has the right type. */
export function readLocalFields(
  raw: JsonObject,
  where: string,
  prefix: string,
  report: ReportLoss,
): JsonObject {
  if (!hasLocalFields(raw)) return {}
  const read = fieldReader(raw, where, report)
  // Foreign keys that look like our own notes must not count as notes.
  const bag = Object.entries(read.record('metadata') ?? {}).filter(([key]) => !key.startsWith(prefix))
  const common = {
    id: read.text('id'),
    timestamp: read.number('timestamp'),
    metadata: bag.length > 0 ? Object.fromEntries(bag) : undefined,
  }
  switch (raw.role) {
    case 'assistant':
      return compact({ ...common, ...readAnswerFields(raw, where, report) })
    case 'tool':
      return compact({
        ...common,
        toolName: read.text('toolName'),
        isError: read.flag('isError'),
        details: raw.details,
        timing: readNumbers(raw.timing),
      })
    default: {
      const kinds =
        raw.role === 'user' ? /^(?:context|notification)$/ : /^(?:developer|context|notification)$/
      return compact({
        ...common,
        kind: typeof raw.kind === 'string' && kinds.test(raw.kind) ? raw.kind : undefined,
      })
    }
  }
}

function readAnswerFields(
  raw: JsonObject,
  where: string,
  report: ReportLoss,
): Partial<Record<keyof AssistantMessage, unknown>> {
  const read = fieldReader(raw, where, report)
  const error = read.record('error')
  const source = read.record('reasoningSource')
  return {
    finishReason: FINISH_REASONS.includes(raw.finishReason) ? raw.finishReason : undefined,
    finishReasonRaw: read.text('finishReasonRaw'),
    isError: read.flag('isError'),
    error: typeof error?.kind === 'string' && typeof error.message === 'string' ? error : undefined,
    usage: readUsage(raw.usage),
    request: read.record('request'),
    maxOutputTokens: read.number('maxOutputTokens'),
    model: read.text('model'),
    logprobs: raw.logprobs ?? undefined,
    reasoningSource: typeof source?.field === 'string' ? source : undefined,
    segments: isSegments(raw.segments) ? raw.segments : undefined,
    timing: readNumbers(raw.timing),
  }
}

/** The kit's own usage, which says where it came from, or a server's. */
function readUsage(value: unknown): object | undefined {
  if (!isRecord(value)) return undefined
  if (value.origin !== 'reported' && value.origin !== 'estimated') return normalizeUsage(value)
  const { raw, cost, origin, ...counts } = value
  const isCost = isRecord(cost) && typeof cost.amount === 'number' && typeof cost.currency === 'string'
  return compact({ ...readNumbers(counts), cost: isCost ? cost : undefined, origin, raw })
}

function readNumbers(value: unknown): object | undefined {
  if (!isRecord(value)) return undefined
  const numbers = Object.entries(value).filter(([, entry]) => typeof entry === 'number')
  return numbers.length > 0 ? Object.fromEntries(numbers) : undefined
}

function isSegments(value: unknown): value is Segment[] {
  const isIndex = (n: unknown): boolean => typeof n === 'number' && Number.isSafeInteger(n) && n >= 0
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(
      (entry) =>
        isRecord(entry) &&
        (entry.type === 'tool_call'
          ? isIndex(entry.index)
          : TEXT_CHANNELS.some(({ name }) => name === entry.type) &&
            isIndex(entry.start) &&
            isIndex(entry.end)),
    )
  )
}

/** The local fields of a message, in the order of the list above. */
export function writeLocalFields(message: Message, prefix: string): JsonObject {
  const { metadata } = message
  const bag =
    metadata && Object.fromEntries(Object.entries(metadata).filter(([key]) => !key.startsWith(prefix)))
  const source: JsonObject = { ...message, metadata: bag && Object.keys(bag).length > 0 ? bag : undefined }
  return compact(Object.fromEntries(LOCAL_KEYS.map((key) => [key, source[key]])))
}
