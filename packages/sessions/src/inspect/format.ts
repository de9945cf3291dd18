import { type Message } from '@antiphon/core'
import { normalizeFinishReason } from '@antiphon/core/message'
import { compact, entriesIn, isRecord, recordIn, textOf, type JsonObject, wordOf } from '@antiphon/base'
import {
  withMetadata,
  defineSession,
  entriesOf,
  usageFrom,
  type SessionThread,
  readEach,
} from '@antiphon/transcripts/toolkit'
import type { Conversation } from '@antiphon/transcripts'
import { findMessages } from '../shared/any-messages.js'

const PREFIX = 'inspect.'
const STATUS = /^(?:started|success|error|cancelled)$/

/** Logs of Inspect: each sample of the evaluation is a conversation. */
export const inspectFormat = defineSession({
  name: 'inspect',
  title: 'Inspect: logs of evaluations, samples of them',
  shapes: ['log', 'sample'],
  needs: 'a log with "eval" and "samples", or samples with "epoch", "target" and "messages"',
  sign: (_, sample) =>
    sample.some((entry) => isLog(entry) || isSample(entry)) ? 'samples of a log' : undefined,
  read(value, report, open) {
    return readEach(
      entriesOf(value),
      (entry) => isLog(entry) || isSample(entry),
      (entry) => {
        if (!isLog(entry)) return readSample(entry, {}, open('sample'))
        const { samples, ...around } = entry
        const about = isRecord(entry.eval) ? entry.eval : {}
        const list = entriesIn(samples).flatMap((sample): JsonObject[] => {
          const one = recordIn(sample)
          return one ? [one] : []
        })
        if (list.length === 0) return readSample({}, { ...around, samples }, open('log'), textOf(about.task))
        return list.map((sample, at) =>
          readSample(sample, at === 0 ? around : {}, open('log'), textOf(about.task)),
        )
      },
      report,
    )
  },
})

const isLog = ({ eval: about, samples, status }: JsonObject): boolean =>
  typeof samples === 'object' &&
  samples !== null &&
  (isRecord(about)
    ? STATUS.test(wordOf(status)) || 'task' in about
    : entriesIn(samples).some((one) => isSample(recordIn(one) ?? {})))

const isSample = (entry: JsonObject): boolean =>
  'epoch' in entry &&
  'target' in entry &&
  ('input' in entry || Array.isArray(entry.messages)) &&
  isRecord(entry.output)

function readSample(
  sample: JsonObject,
  around: JsonObject,
  thread: SessionThread,
  task?: string,
): Conversation {
  const { messages, attachments, ...fields } = sample
  const files = new Map(Object.entries(recordIn(attachments) ?? {}))
  const said = entriesIn(messages)
  const list = said.length > 0 ? said : startOf(sample)
  const models = answersOf(sample)
  list.forEach((entry: unknown, at) => {
    const found = findMessages(withFiles(entry, files), PREFIX, at === 0 ? 'user' : undefined)
    if (!found) return thread.keep(`messages[${at}]`, 'no message', entry)
    const id = isRecord(entry) ? textOf(entry.id) : undefined
    const isLast = !list.slice(at + 1).some((one) => isRecord(one) && one.role === 'assistant')
    const output =
      (id === undefined ? undefined : models.get(id)) ??
      (isLast && isRecord(sample.output) ? sample.output : undefined)
    const used = namesOf(entry)
    const notes = { [`${PREFIX}attachments`]: used.length > 0 ? used : undefined }
    return thread.add(...found.messages.map((message) => withMetadata(told(message, id, output), notes)))
  })
  const error = isRecord(sample.error) ? textOf(sample.error.message) : undefined
  const limit = isRecord(sample.limit) ? textOf(sample.limit.type) : undefined
  if (limit !== undefined)
    thread.add({ role: 'system', kind: 'notification', content: `The sample ended at its limit: ${limit}.` })
  if (error !== undefined) thread.add({ role: 'system', kind: 'notification', content: error })
  const name = [
    task,
    textOf(sample.id) ?? (typeof sample.id === 'number' ? `sample ${sample.id}` : undefined),
  ]
  const title = name.filter(Boolean).join(', ')
  const all = { ...around, ...(files.size > 0 && { attachments }), ...fields }
  return thread.end({ fields: all, title: title === '' ? undefined : title })
}

/** An interrupted sample has its question, and perhaps an answer. */
function startOf({ input, output }: JsonObject): unknown[] {
  const choices = isRecord(output) && Array.isArray(output.choices) ? (output.choices as unknown[]) : []
  const said = choices.flatMap((choice) =>
    isRecord(choice) && choice.message !== undefined ? [choice.message] : [],
  )
  return [...(Array.isArray(input) ? (input as unknown[]) : input === undefined ? [] : [input]), ...said]
}

/** The result of each model request, by the id of its message. */
function answersOf({ events }: JsonObject): Map<string, JsonObject> {
  const answers = new Map<string, JsonObject>()
  for (const event of Array.isArray(events) ? (events as unknown[]) : []) {
    if (!isRecord(event) || event.event !== 'model' || !isRecord(event.output)) continue
    const [choice] = Array.isArray(event.output.choices) ? (event.output.choices as unknown[]) : []
    const message = isRecord(choice) && isRecord(choice.message) ? choice.message : {}
    const id = textOf(message.id)
    if (id !== undefined) answers.set(id, event.output)
  }
  return answers
}

function told(message: Message, id: string | undefined, output: JsonObject | undefined): Message {
  const own = withMetadata(compact<Message>({ ...message, id }), { [`${PREFIX}id`]: undefined })
  if (own.role !== 'assistant' || !output) return own
  const raw = isRecord(output.usage) ? output.usage : undefined
  const [choice] = Array.isArray(output.choices) ? (output.choices as unknown[]) : []
  const reason = isRecord(choice) ? textOf(choice.stop_reason) : undefined
  return compact<Message>({
    ...own,
    model: own.model ?? textOf(output.model),
    usage:
      raw &&
      usageFrom(
        {
          input: raw.input_tokens,
          output: raw.output_tokens,
          total: raw.total_tokens,
          reasoning: raw.reasoning_tokens,
          cached: raw.input_tokens_cache_read,
          cacheWrite: raw.input_tokens_cache_write,
        },
        raw,
      ),
    finishReason:
      reason === undefined ? undefined : normalizeFinishReason(reason, own.tool_calls !== undefined),
    finishReasonRaw: reason,
  })
}

const namesOf = (entry: unknown): string[] => JSON.stringify(entry).match(/attachment:\/\/\w+/g) ?? []

const FILE = /^attachment:\/\/(\w+)$/

/** Puts back long texts and pictures, which a sample holds once, under their hash. */
function withFiles(entry: unknown, files: ReadonlyMap<string, unknown>, depth = 0): unknown {
  if (files.size === 0 || depth > 50) return entry
  if (typeof entry === 'string') {
    const key = FILE.exec(entry)?.[1]
    return (key === undefined ? undefined : files.get(key)) ?? entry
  }
  if (Array.isArray(entry)) return entry.map((one: unknown) => withFiles(one, files, depth + 1))
  if (!isRecord(entry)) return entry
  return Object.fromEntries(
    Object.entries(entry).map(([key, one]) => [key, withFiles(one, files, depth + 1)]),
  )
}
