import { type AssistantMessage, type Message, type ToolMessage, type Usage } from '@antiphon/core'
import { matchResults } from '@antiphon/core/message'
import {
  compact,
  field,
  isRecord,
  type JsonObject,
  fieldReader,
  recordsOf,
  joinPath,
  wordOf,
  listOf,
} from '@antiphon/base'
import { answerText, partsOf, textOfBlocks } from '../shared/content.js'
import { jsonText } from '../shared/json-text.js'
import type { UnitCodec } from '../shared/unit-codec.js'
import type { ReportLoss } from '../types.js'
import { carriersOf, type Carriers } from './media.js'
import { PREFIX, readContent, writeArguments, writeContent } from './messages.js'

const DATA = `${PREFIX}run.@data`

/** A run: one answer of the model with the results of the tools that it called. */
export function runCodec(where: string): UnitCodec {
  return {
    prefix: `${PREFIX}run.`,
    read: (unit, report) => readRun(unit, where, report),
    write: (messages, report) => writeRun(messages, where, report),
  }
}

function readRun(run: JsonObject, where: string, report: ReportLoss): Message[] {
  const read = fieldReader(run, where, report)
  const tools = recordsOf(read.list('tools'), joinPath(where, 'tools'), report)
  const carriers: Carriers = {}
  const results = tools.flatMap(({ entry, where: at }, i): ToolMessage[] => {
    // No output yet: the tool is still running.
    if (entry.output === undefined || entry.output === null) return []
    return [readResult(entry, at, `tools[${i}].output.content`, carriers, report)]
  })
  const calls = tools.map(({ entry }) => ({
    id: wordOf(entry.id),
    type: 'function' as const,
    function: {
      name: wordOf(entry.name),
      arguments: entry.args === undefined ? '{}' : jsonText(entry.args),
    },
  }))
  const answer = compact<AssistantMessage>({
    role: 'assistant',
    content: read.text('text') ?? '',
    tool_calls: calls.length > 0 ? calls : undefined,
    reasoning: read.text('thinkingText') || undefined,
    usage: readUsage(run.usage),
    metadata: Object.keys(carriers).length > 0 ? { [DATA]: carriers } : undefined,
  })
  return [answer, ...results]
}

function readResult(
  entry: JsonObject,
  where: string,
  path: string,
  carriers: Carriers,
  report: ReportLoss,
): ToolMessage {
  const list = field(entry.output, 'content') ?? entry.output
  const content = readContent(list, joinPath(where, 'output.content'), carriers, report, path)
  return compact<ToolMessage>({
    role: 'tool',
    tool_call_id: wordOf(entry.id),
    content: textOfBlocks(listOf(content)) ?? content,
    toolName: typeof entry.name === 'string' ? entry.name : undefined,
    timing: typeof entry.durationMs === 'number' ? { durationMs: entry.durationMs } : undefined,
  })
}

const USAGE_KEYS = {
  promptTokens: 'inputTokens',
  completionTokens: 'outputTokens',
  totalTokens: 'totalTokens',
} as const

export function readUsage(value: unknown): Usage | undefined {
  if (!isRecord(value)) return undefined
  const counts = Object.entries(USAGE_KEYS).map(([theirs, ours]) => {
    const count = value[theirs]
    return [ours, typeof count === 'number' ? count : undefined]
  })
  return compact<Usage>({ ...Object.fromEntries(counts), origin: 'reported' })
}

/** All three counts are required. An unknown count is 0. */
export function writeUsage(usage: Partial<Usage> = {}): JsonObject {
  const { inputTokens = 0, outputTokens = 0, totalTokens = inputTokens + outputTokens } = usage
  return { promptTokens: inputTokens, completionTokens: outputTokens, totalTokens }
}

/** `where` is the way to the answer in our messages. */
function writeRun([first, ...results]: readonly Message[], where: string, report: ReportLoss): JsonObject {
  const answer: AssistantMessage = first?.role === 'assistant' ? first : { role: 'assistant', content: '' }
  const calls = answer.tool_calls ?? []
  const { slots } = matchResults(
    calls,
    results.filter((message) => message.role === 'tool'),
  )
  const stored = answer.metadata?.[DATA]
  const carriers = carriersOf(stored)
  if (!answer.usage) report('usage_unknown', `${where}.usage`, undefined, 0)
  return {
    thinkingText: answer.reasoning ?? '',
    text: answerText(answer, where, report),
    tools: calls.map((call, i) => {
      const result = slots[i]
      const list = result && partsOf(result.content)
      return compact({
        id: call.id,
        name: call.function.name,
        args: writeArguments(call.function.arguments, `${where}.tool_calls[${i}]`, report),
        output: list && {
          content: writeContent(list, `${where}.content`, carriers, report, `tools[${i}].output.content`),
        },
        durationMs: result?.timing?.durationMs,
      })
    }),
    usage: writeUsage(answer.usage),
  }
}
