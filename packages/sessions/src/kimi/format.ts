import type { Message } from '@antiphon/core'
import { compact, isRecord, sumOf, textOf, timeOf, type JsonObject } from '@antiphon/base'
import {
  withMetadata,
  draftAnswer,
  type AnswerDraft,
  defineSession,
  entriesOf,
  restOf,
  usageFrom,
  type SessionThread,
} from '@antiphon/transcripts/toolkit'
import { readEntries, type EntryReading } from '../shared/read-entries.js'
import { readRoleMessage, shown } from '../shared/role-message.js'

const PREFIX = 'kimi.'
const LOOP = 'context.append_loop_event'

/** Sessions of Kimi Code: `wire.jsonl`, the events of one agent. */
export const kimiFormat = defineSession({
  name: 'kimi',
  title: 'Kimi Code: events of an agent',
  shapes: ['lines'],
  needs: 'lines of type "turn.prompt" or "context.append_loop_event"',
  sign: (_, sample) => (sample.some(isLine) ? 'prompts and events of the loop' : undefined),
  read(value, _, open) {
    const thread = open('lines')
    const reader = createReader(thread)
    const entries = entriesOf(value)
    const head = entries.filter(isRecord).find(({ type }) => type === 'metadata')
    // An answer that was broken off has no end of its own.
    const all = [...entries.filter((entry) => entry !== head), END]
    return readEntries(all, thread, reader, { fields: head ?? {} })
  },
})

const END: JsonObject = {}

const isLine = ({ type, input, event }: JsonObject): boolean =>
  (type === 'turn.prompt' && Array.isArray(input)) || (type === LOOP && isRecord(event))

interface Step {
  draft: AnswerDraft
  id: string | undefined
  timestamp: number | undefined
  /** Ids of its parts. */
  parts: unknown[]
  /** Results that came before the answer was over. */
  results: Message[]
}

function createReader(thread: SessionThread): (entry: JsonObject) => EntryReading {
  let step: Step | undefined
  let model: string | undefined

  const close = (more: JsonObject = {}): Message[] => {
    if (!step) return []
    const { draft, results, id, timestamp, parts } = step
    step = undefined
    if (draft.isBlank) {
      if (id !== undefined) thread.keep(`step ${id}`, 'empty step', { uuid: id, ...more })
      return results
    }
    const usage = isRecord(more.usage) ? readUsage(more.usage) : undefined
    const answer = compact({
      ...draft.message(),
      id,
      timestamp,
      model,
      usage,
      finishReasonRaw: textOf(more.finishReason),
    })
    const rest = restOf(PREFIX, more, 'type', 'uuid', 'usage', 'finishReason')
    const ids = { [`${PREFIX}parts`]: parts.length > 0 ? parts : undefined }
    return [withMetadata<Message>(answer, { ...rest, ...ids }), ...results]
  }

  function readEvent(event: JsonObject, time: unknown): EntryReading {
    const part = isRecord(event.part) ? event.part : {}
    switch (event.type) {
      case 'step.begin': {
        const before = close()
        step = { ...newStep(time), id: textOf(event.uuid) }
        return before
      }
      case 'step.end':
        return close(event)
      case 'content.part': {
        const { draft, parts } = (step ??= newStep(time))
        if (event.uuid !== undefined) parts.push(event.uuid)
        if (part.type === 'think') draft.reasoning(textOf(part.think) ?? '')
        else if (typeof part.text === 'string') draft.text(part.text)
        else return 'content.part'
        return []
      }
      case 'tool.call': {
        const { draft } = (step ??= newStep(time))
        draft.call({
          id: textOf(event.toolCallId),
          name: textOf(event.name) ?? '',
          input: event.args ?? {},
          more: restOf('', event, 'type', 'uuid', 'turnId', 'step', 'toolCallId', 'name', 'args'),
        })
        return []
      }
      case 'tool.result': {
        const result = readResult(event, time)
        if (!step) return [result]
        step.results.push(result)
        return []
      }
      default:
        return textOf(event.type) ?? 'event'
    }
  }

  return (entry) => {
    if (entry === END) return close()
    if (entry.type === LOOP && isRecord(entry.event)) return readEvent(entry.event, entry.time)
    if (entry.type === 'llm.request') model = textOf(entry.model) ?? model
    if (entry.type === 'turn.prompt' && Array.isArray(entry.input)) return [...close(), ...readPrompt(entry)]
    const summary = entry.type === 'context.apply_compaction' ? textOf(entry.summary) : undefined
    if (summary === undefined) return textOf(entry.type) ?? 'no type'
    const note: Message = compact({
      role: 'system' as const,
      content: summary,
      kind: 'notification' as const,
      timestamp: timeOf(entry.time),
    })
    return [...close(), withMetadata(note, restOf(PREFIX, entry, 'type', 'summary', 'time'))]
  }
}

const newStep = (time: unknown): Step => ({
  draft: draftAnswer(),
  id: undefined,
  timestamp: timeOf(time),
  parts: [],
  results: [],
})

/** Only what a person typed is a prompt; an agent is asked by a program. */
function readPrompt({ input, origin, time, ...rest }: JsonObject): Message[] {
  const isTyped = !isRecord(origin) || origin.kind === undefined || origin.kind === 'user'
  return readRoleMessage({ role: 'user', content: input }, PREFIX).map((message) =>
    withMetadata<Message>(
      compact({
        ...message,
        timestamp: timeOf(time),
        ...(!isTyped && { kind: 'context' as const }),
      }) as Message,
      { ...message.metadata, ...restOf(PREFIX, { origin, ...rest }, 'type') },
    ),
  )
}

function readResult(event: JsonObject, time: unknown): Message {
  const result: JsonObject = isRecord(event.result) ? event.result : { output: event.result }
  const message = compact({
    role: 'tool' as const,
    tool_call_id: textOf(event.toolCallId) ?? '',
    content: shown(result.output, PREFIX),
    isError: result.isError === true || undefined,
    timestamp: timeOf(time),
  })
  return withMetadata<Message>(message, restOf(`${PREFIX}result.`, result, 'output', 'isError'))
}

function readUsage(usage: JsonObject): ReturnType<typeof usageFrom> {
  const { inputOther, inputCacheRead, inputCacheCreation, output } = usage
  return usageFrom(
    {
      input: sumOf(inputOther, inputCacheRead, inputCacheCreation),
      output,
      cached: inputCacheRead,
      cacheWrite: inputCacheCreation,
    },
    usage,
  )
}
