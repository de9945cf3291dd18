import type { Message } from '@antiphon/core'
import { isRecord, textOf, timeOf, type JsonObject, wordOf } from '@antiphon/base'
import {
  readOpenAiMessage,
  withMetadata,
  defineSession,
  entriesOf,
  restOf,
  type SessionThread,
  readEach,
} from '@antiphon/transcripts/toolkit'
import type { Conversation, ReportLoss } from '@antiphon/transcripts'

const PREFIX = 'tau-bench.'

/** Runs of tau-bench and tau2-bench: each task is a conversation with its reward. */
export const tauBenchFormat = defineSession({
  name: 'tau-bench',
  title: 'tau-bench, tau2-bench: runs with rewards',
  shapes: ['runs', 'simulations'],
  needs: 'entries with "task_id" and "traj", or "simulations" with "messages"',
  sign(value, sample) {
    if (isSimulations(value)) return 'simulations of tasks'
    return sample.some(isRun) ? 'task_id and traj' : undefined
  },
  read(value, report, open) {
    if (!isSimulations(value)) {
      return readEach(
        entriesOf(value),
        isRun,
        ({ traj, ...fields }) => readTask(traj as unknown[], fields, open('runs'), report),
        report,
      )
    }
    const { simulations, ...around } = value
    let isFirst = true
    return readEach(
      simulations,
      isSimulation,
      ({ messages, ...fields }) => {
        const all = isFirst ? { ...around, ...fields } : fields
        isFirst = false
        return readTask(
          Array.isArray(messages) ? (messages as unknown[]) : [],
          all,
          open('simulations'),
          report,
        )
      },
      report,
    )
  },
})

const isRun = (entry: JsonObject): boolean =>
  Array.isArray(entry.traj) && ['task_id', 'reward', 'trial'].some((key) => entry[key] !== undefined)
const isSimulation = (entry: unknown): boolean =>
  isRecord(entry) &&
  ['task_id', 'reward_info', 'termination_reason'].some((key) => entry[key] !== undefined) &&
  (Array.isArray(entry.messages) || Array.isArray(entry.ticks))
const isSimulations = (value: unknown): value is JsonObject & { simulations: unknown[] } =>
  isRecord(value) && Array.isArray(value.simulations) && value.simulations.some(isSimulation)

function readTask(
  list: readonly unknown[],
  fields: JsonObject,
  thread: SessionThread,
  report: ReportLoss,
): Conversation {
  list.forEach((raw, at) => {
    if (!isRecord(raw) || !/^(?:system|user|assistant|tool)$/.test(wordOf(raw.role)))
      return thread.keep(at, 'no message', raw)
    const { cost, usage, timestamp } = raw
    const calls = Array.isArray(raw.tool_calls) ? (raw.tool_calls as unknown[]).map(callOf) : undefined
    // The id of a result is its own name for it in tau2.
    const callId = raw.tool_call_id ?? (raw.role === 'tool' ? raw.id : undefined)
    const message = readOpenAiMessage(
      { role: raw.role, content: raw.content, name: raw.name, tool_calls: calls, tool_call_id: callId },
      `[${at}]`,
      PREFIX,
      report,
    )
    const time = timeOf(timestamp)
    const shown: Message = {
      ...message,
      ...(time !== undefined && { timestamp: time }),
      ...(raw.role === 'tool' && raw.error === true && { isError: true }),
    }
    const used = [
      'role',
      'content',
      'name',
      'tool_call_id',
      ...(raw.role === 'assistant' ? ['tool_calls'] : []),
      ...(time === undefined ? [] : ['timestamp']),
    ]
    return thread.add(
      withMetadata(shown, {
        ...restOf(PREFIX, raw, ...used),
        ...(cost !== undefined && { [`${PREFIX}cost`]: cost }),
        ...(usage !== undefined && { [`${PREFIX}usage`]: usage }),
      }),
    )
  })
  return thread.end({ fields })
}

/** tau2 writes the name and the arguments into the call itself. */
function callOf(call: unknown): unknown {
  if (!isRecord(call) || isRecord(call.function)) return call
  const { name, arguments: input, id, type: _, ...more } = call
  return {
    ...more,
    id: textOf(id) ?? '',
    type: 'function',
    function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input ?? {}) },
  }
}
