import { type ToolMessage } from '@antiphon/core'
import { normalizeFinishReason } from '@antiphon/core/message'
import { entriesIn, isRecord, recordIn, textOf, timeOf, type JsonObject, wordOf } from '@antiphon/base'
import { findMessages } from '../shared/any-messages.js'
import { defineSession, entriesOf, restOf, usageFrom } from '@antiphon/transcripts/toolkit'
import { decodeDeep, shown } from '../shared/role-message.js'
import { readTrace, type TraceStep } from '../shared/trace.js'

const PREFIX = 'langsmith.'
const TYPES = /^(?:llm|chain|tool|retriever|prompt|parser|embedding)$/

/** Runs of LangSmith: exported, or in the batches in which they were sent. */
export const langSmithFormat = defineSession({
  name: 'langsmith',
  title: 'LangSmith: runs, batches of runs',
  shapes: ['runs', 'batch'],
  needs: 'runs with "run_type" and "inputs", or batches of them under "post" and "patch"',
  sign: (_, sample) => (sample.some((entry) => runsOf(entry).some(isRun)) ? 'runs with run_type' : undefined),
  read(value, _, open) {
    const entries = entriesOf(value)
    const shape = entries.some(isBatch) ? 'batch' : 'runs'
    const runs = new Map<string, JsonObject>()
    const others: JsonObject = {}
    entries.forEach((entry, at) => {
      const found = isRecord(entry) ? runsOf(entry) : []
      if (found.length === 0) others[at] = entry
      for (const run of found) {
        const id = textOf(run.id) ?? `run ${at}.${runs.size}`
        runs.set(id, merged(runs.get(id), run))
      }
    })
    const steps = [...runs].map(([id, run], at) => stepOf(id, run, at))
    const root = [...runs.values()].find((run) => textOf(run.parent_run_id) === undefined)
    return readTrace(steps, {
      open: () => open(shape),
      fields: { ...(Object.keys(others).length > 0 && { others }), ...(steps.length > 0 && idsOf(root)) },
      title: textOf(root?.name),
    })
  },
})

const isRun = (run: JsonObject): boolean =>
  ('inputs' in run || 'outputs' in run || 'trace_id' in run) &&
  (TYPES.test(wordOf(run.run_type)) ||
    typeof run.dotted_order === 'string' ||
    ('trace_id' in run && 'outputs' in run))

const isBatch = (entry: unknown): boolean =>
  isRecord(entry) && [entry.post, entry.patch].some((list) => typeof list === 'object' && list !== null)

/** A run may hold its child runs. A batch has new runs and later changes of them. */
function runsOf(entry: JsonObject, depth = 0): JsonObject[] {
  if (isBatch(entry)) {
    const runs = [...entriesIn(entry.post), ...entriesIn(entry.patch)]
    return runs.map(recordIn).filter(isRecord)
  }
  const below =
    Array.isArray(entry.child_runs) && depth < 100 ? (entry.child_runs as unknown[]).filter(isRecord) : []
  return [entry, ...below.flatMap((run) => runsOf({ parent_run_id: entry.id, ...run }, depth + 1))]
}

const idsOf = (run: JsonObject | undefined): JsonObject =>
  run === undefined ? {} : restOf('', { trace_id: run.trace_id, session_name: run.session_name })

/** A later record of a run overrides the first one, except for empty values. */
function merged(before: JsonObject | undefined, after: JsonObject): JsonObject {
  if (!before) return after
  const isEmpty = (value: unknown): boolean =>
    value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0)
  const said = Object.entries(after).filter(([key, value]) => !isEmpty(value) || !(key in before))
  return { ...before, ...Object.fromEntries(said) }
}

const NOTED = ['id', 'parent_run_id', 'inputs', 'outputs', 'error', 'child_runs']

function stepOf(id: string, run: JsonObject, at: number): TraceStep {
  const type = wordOf(run.run_type)
  const isTool = type === 'tool'
  const extra = isRecord(run.extra) ? run.extra : {}
  const about = isRecord(extra.metadata) ? extra.metadata : {}
  const outputs = isRecord(run.outputs) ? run.outputs : {}
  const input = isTool ? undefined : findMessages(run.inputs, PREFIX, type === 'llm' ? 'user' : undefined)
  const output = isTool ? undefined : findMessages(run.outputs, PREFIX, 'assistant')
  const raw = [
    outputs.usage_metadata,
    outputs.usage,
    isRecord(outputs.llm_output) ? outputs.llm_output.token_usage : undefined,
  ].find(isRecord)
  const [given, made] = [raw?.input_token_details, raw?.output_token_details].map((one) =>
    isRecord(one) ? one : {},
  )
  const choice: unknown = Array.isArray(outputs.choices) ? outputs.choices[0] : undefined
  const reason = isRecord(choice) ? textOf(choice.finish_reason) : undefined
  const called =
    output?.messages.some((one) => one.role === 'assistant' && one.tool_calls !== undefined) === true
  const order = textOf(run.dotted_order)
  return {
    id,
    parent: textOf(run.parent_run_id) ?? order?.split('.').at(-2)?.slice(-36),
    kind: isTool ? 'tool' : type === 'llm' ? 'chat' : 'other',
    name: `run ${type || 'without type'}`,
    start: timeOf(run.start_time),
    end: timeOf(run.end_time),
    input,
    output,
    model: textOf(outputs.model) ?? textOf(about.ls_model_name),
    usage:
      raw &&
      usageFrom(
        {
          input: raw.input_tokens ?? raw.prompt_tokens,
          output: raw.output_tokens ?? raw.completion_tokens,
          total: raw.total_tokens,
          cached: given!.cache_read,
          cacheWrite: given!.cache_creation,
          reasoning: made!.reasoning,
        },
        raw,
      ),
    finishReason: reason === undefined ? undefined : normalizeFinishReason(reason, called),
    finishReasonRaw: reason,
    error: textOf(run.error),
    ...(isTool && { tool: toolOf(run) }),
    prefix: PREFIX,
    notes: {
      ...restOf(PREFIX, run, ...NOTED),
      [`${PREFIX}inputs`]: input === undefined ? run.inputs : undefined,
      [`${PREFIX}outputs`]: output === undefined && !isTool ? run.outputs : undefined,
    },
    where: `[${at}]`,
    entry: run,
  }
}

function toolOf(run: JsonObject): NonNullable<TraceStep['tool']> {
  const alone = (value: unknown, key: string): unknown =>
    isRecord(value) && Object.keys(value).length === 1 && key in value ? value[key] : value
  const told = alone(run.outputs, 'output')
  const dump = findMessages(told, PREFIX)?.messages[0]
  const result: ToolMessage =
    dump?.role === 'tool' ? dump : { role: 'tool', tool_call_id: '', content: shown(told, PREFIX) }
  return {
    id: textOf(result.tool_call_id),
    name: wordOf(run.name),
    input: decodeDeep(alone(run.inputs, 'input')) ?? {},
    result,
  }
}
