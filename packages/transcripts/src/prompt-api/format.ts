import type { AssistantMessage, Message, ToolMessage } from '@antiphon/core'
import { isRecord, type JsonObject, listOf } from '@antiphon/base'
import {
  defineFormat,
  detectBy,
  hasPart,
  otherFields,
  type Mark,
  otherValue,
} from '../shared/define-format.js'
import { readUnits, reportRest, requireKinds, requireRecords, writeUnit } from '../shared/unit-codec.js'
import { formatPath, type PathStep, isBinary, isBlob } from '../shared/values.js'
import { normalizeError, type ParsedTranscript, type ReportLoss } from '../types.js'
import { messageCodec, ROLES } from './messages.js'
import { runCodec, writeUsage } from './runs.js'

/**
 * Messages of the Prompt API proposal, and `result`: the runs of one request. A stream is a list of such results. Each
 * repeats the one before, so only the last is read.
 */
export const promptApiFormat = defineFormat({
  name: 'prompt-api',
  title: 'Prompt API proposal: messages, request result, snapshots of a stream',
  shapes: ['messages', 'result', 'message'],
  detect(value) {
    if (isResult(value) || (Array.isArray(value) && value.length > 0 && value.every(isResult))) {
      return { certainty: 1, why: 'it has runs' }
    }
    const isOne = isRecord(value) && typeof value.role === 'string'
    return detectBy(isOne ? [value] : value, ROLES, marks)
  },
  read(value, report) {
    const blob = findBlob(value)
    if (blob) {
      throw normalizeError(
        `${formatPath(blob)} is a Blob, which can only be read asynchronously. Pass the transcript through \`await readBlobs(…)\` first.`,
        'blob',
      )
    }
    if (Array.isArray(value)) {
      const last: unknown = value.at(-1)
      if (isResult(last) && value.every(isResult)) {
        if (value.length > 1) report('snapshots', '', value.length - 1, undefined)
        return readResult(last, value.length > 1 ? `[${value.length - 1}].runs` : '[0].runs', report)
      }
      return readMessages(value, 'messages', report)
    }
    if (isResult(value)) return readResult(value, 'runs', report)
    if (isRecord(value) && typeof value.role === 'string') return readMessages([value], 'message', report)
    throw otherValue(value, 'prompt-api', 'a list of messages or an object with "runs"')
  },
  write(messages, options, report) {
    const { shape, document } = options
    if (shape === 'result') return writeResult(messages, document?.fields, report)
    const list = messages.map((message, i) => writeUnit(messageCodec(`messages[${i}]`), [message], report))
    if (shape === 'messages') return list
    reportRest(messages, 1, report)
    return list[0]
  },
})

/** Reports of other programs have `runs` as well: one of a model says, thinks or calls something. */
function isResult(value: unknown): value is JsonObject {
  if (!isRecord(value) || !Array.isArray(value.runs)) return false
  const runs = value.runs.filter(isRecord)
  return runs.length === 0 || runs.some((run) => RUN_KEYS.some((key) => key in run))
}

const RUN_KEYS = ['text', 'thinkingText', 'tools', 'usage']

function readMessages(
  list: readonly unknown[],
  shape: string,
  report: ReportLoss,
): Omit<ParsedTranscript, 'losses'> {
  const records = requireRecords(list, '', 'a message')
  requireKinds(records, 'role', ROLES, '', 'prompt-api')
  const { messages } = readUnits(records, '', messageCodec, report)
  return { messages, document: { format: 'prompt-api', shape } }
}

function readResult(value: JsonObject, where: string, report: ReportLoss): Omit<ParsedTranscript, 'losses'> {
  const { runs, ...fields } = value
  const { messages } = readUnits(requireRecords(listOf(runs), where, 'a run'), where, runCodec, report)
  return { messages, document: { format: 'prompt-api', shape: 'result', fields } }
}

/** Each answer opens a run; results that follow belong to it. Nothing else has a place in a result. */
function writeResult(
  messages: readonly Message[],
  fields: JsonObject | undefined,
  report: ReportLoss,
): JsonObject {
  const groups: { at: number; answer: AssistantMessage; results: ToolMessage[] }[] = []
  messages.forEach((message, at) => {
    if (message.role === 'assistant') groups.push({ at, answer: message, results: [] })
    else if (message.role === 'tool' && groups.length > 0) groups.at(-1)?.results.push(message)
    else report('message', `messages[${at}]`, message, undefined)
  })
  const runs = groups.map((group) =>
    writeUnit(runCodec(`messages[${group.at}]`), [group.answer, ...group.results], report),
  )
  if (fields) return { ...fields, runs }
  const answers = groups.map(({ answer }) => answer)
  const sum = (key: 'inputTokens' | 'outputTokens' | 'totalTokens'): number =>
    answers.reduce((total, { usage }) => total + (usage?.[key] ?? 0), 0)
  const usage = writeUsage({
    inputTokens: sum('inputTokens'),
    outputTokens: sum('outputTokens'),
    totalTokens: sum('totalTokens'),
  })
  return { done: true, usage, runs }
}

function findBlob(value: unknown, path: PathStep[] = []): PathStep[] | undefined {
  if (isBlob(value)) return path
  if (typeof value !== 'object' || value === null || isBinary(value)) return undefined
  const steps: [PathStep, unknown][] = Array.isArray(value)
    ? value.map((entry, i) => [i, entry])
    : Object.entries(value)
  for (const [step, entry] of steps) {
    const found = findBlob(entry, [...path, step])
    if (found) return found
  }
  return undefined
}

const marks: Mark[] = [
  { sign: 'toolCalls with function', weight: 6, of: (m) => Array.isArray(m.toolCalls) },
  {
    sign: 'toolCallId on a tool message',
    weight: 5,
    of: (m) => m.role === 'tool' && typeof m.toolCallId === 'string',
  },
  {
    sign: 'thinking beside the content',
    weight: 4,
    of: (m) => m.role === 'assistant' && typeof m.thinking === 'string',
  },
  {
    sign: 'image or audio parts with data',
    weight: 2,
    of: hasPart((part) => /^(?:image|audio)$/.test(String(part.type)) && 'data' in part),
  },
  {
    sign: 'fields of the OpenAI array',
    weight: -6,
    of: (m) => 'tool_calls' in m || 'tool_call_id' in m || 'reasoning' in m,
  },
  otherFields(['role', 'content', 'thinking', 'toolCalls', 'toolCallId', 'name'], -3),
]
