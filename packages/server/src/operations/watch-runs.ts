import type { Span } from '@opentelemetry/api'
import { field } from '@antiphon/base'
import type { CompletionChunk } from '@antiphon/core/wire'
import type { Run } from '../runs/types.js'
import type { Metrics } from './metrics.js'
import type { RequestWatch, RunObserver, RunWatch } from '../runs/observer.js'
import * as names from './span-names.js'
import { loadTracing, type Tracing } from './tracing.js'

/** One line of the log of a server. Plain JSON without keys and without texts of users, models and tools. */
export interface LogEntry {
  level: 'info' | 'error'
  /** Kinds of entries, for a filter. */
  event: 'request' | 'run began' | 'run ended' | 'run taken over' | 'model asked' | 'tool ran'
  user?: string
  thread?: string
  run?: string
  [more: string]: string | number | undefined
}

/** Tokens of one request to a model, as the model counted them. */
export interface TokenUse {
  userId: string
  threadId: string
  runId: string
  model: string
  inputTokens: number
  outputTokens: number
}

export interface WatchOptions {
  metrics: Metrics
  log(entry: LogEntry): void
  used(use: TokenUse): void
}

export const runFamilies = {
  antiphon_runs: ['counter', 'Runs that ended or were left in this process, by how.'],
  antiphon_runs_open: ['gauge', 'Runs that this process executes now.'],
  antiphon_runs_taken_over: ['counter', 'Runs of processes that were gone.'],
  antiphon_readers_open: ['gauge', 'Streams of events that clients read now.'],
  antiphon_model_requests: ['counter', 'Requests to models, by model and result.'],
  antiphon_model_first_chunk_seconds: ['histogram', 'From a request to the first chunk of its answer.'],
  antiphon_model_tokens: ['counter', 'Tokens as the models counted them.'],
  antiphon_tools: ['counter', 'Calls of tools on this server, by tool and result.'],
} as const

/** Figures, log entries and spans of what runs do. */
export function watchRuns({ metrics, log, used }: WatchOptions): RunObserver {
  let tracing: Tracing | undefined
  // The first run may be faster than the import, and has no spans then.
  void loadTracing().then((loaded) => (tracing = loaded))
  const about = ({ userId, threadId, runId }: Run) => ({ user: userId, thread: threadId, run: runId })

  const watch = (run: Run): RunWatch => {
    const since = performance.now()
    const spans = tracing
    const span = spans?.tracer.startSpan(names.INVOKE_AGENT, {
      attributes: {
        [names.OPERATION]: names.INVOKE_AGENT,
        [names.CONVERSATION]: run.threadId,
        [names.RUN]: run.runId,
      },
    })
    const child = (
      name: string,
      kind: 'INTERNAL' | 'CLIENT',
      attributes: Record<string, string>,
    ): Span | undefined => span && spans?.childOf(span, name, kind, attributes)
    const fail = (of: Span | undefined, type: string): void => {
      of?.setAttribute(names.ERROR_TYPE, type)
      if (spans) of?.setStatus({ code: spans.error })
    }
    let isOver = false
    metrics.add('antiphon_runs_open')
    log({ level: 'info', event: 'run began', ...about(run) })

    const asked = (model: string): RequestWatch => {
      const begun = performance.now()
      const requested = child(`${names.CHAT} ${model}`, 'CLIENT', {
        [names.OPERATION]: names.CHAT,
        [names.REQUEST_MODEL]: model,
        [names.CONVERSATION]: run.threadId,
      })
      let isFirst = true
      let isAnswered = false
      let usage: unknown
      const takeChunk = (chunk: CompletionChunk): void => {
        if (isFirst) {
          isFirst = false
          metrics.observe('antiphon_model_first_chunk_seconds', (performance.now() - begun) / 1000, { model })
          describe(requested, chunk)
        }
        usage = field(chunk, 'usage') ?? usage
        const { choices } = chunk as { choices?: unknown }
        const reason = Array.isArray(choices) ? field(choices[0], 'finish_reason') : undefined
        if (typeof reason === 'string') requested?.setAttribute(names.FINISH_REASONS, [reason])
      }
      return {
        chunk: takeChunk,
        ended(problem) {
          if (isAnswered) return
          isAnswered = true
          const tokens = {
            inputTokens: count(usage, 'prompt_tokens'),
            outputTokens: count(usage, 'completion_tokens'),
          }
          requested?.setAttributes({
            [names.INPUT_TOKENS]: tokens.inputTokens,
            [names.OUTPUT_TOKENS]: tokens.outputTokens,
          })
          if (problem !== undefined) fail(requested, problem)
          requested?.end()
          metrics.add('antiphon_model_requests', {
            model,
            result: problem === undefined ? 'answered' : 'failed',
          })
          metrics.add('antiphon_model_tokens', { model, type: 'input' }, tokens.inputTokens)
          metrics.add('antiphon_model_tokens', { model, type: 'output' }, tokens.outputTokens)
          const ms = Math.round(performance.now() - begun)
          const level = problem === undefined ? 'info' : 'error'
          log({
            level,
            event: 'model asked',
            ...about(run),
            model,
            ms,
            ...tokens,
            ...(problem && { problem }),
          })
          const { userId, threadId, runId } = run
          if (usage !== undefined) used({ userId, threadId, runId, model, ...tokens })
        },
      }
    }
    return {
      asked,
      tool(tool) {
        const { name, execute } = tool
        if (!execute) return tool
        return {
          ...tool,
          async execute(args, context) {
            const attributes = {
              [names.OPERATION]: names.EXECUTE_TOOL,
              [names.TOOL_NAME]: name,
              [names.TOOL_CALL]: context.callId,
            }
            const ran = child(`${names.EXECUTE_TOOL} ${name}`, 'INTERNAL', attributes)
            const begun = performance.now()
            let result = 'failed'
            try {
              const work = () => execute(args, context)
              const done = await (ran && spans ? spans.within(ran, work) : work())
              result = 'done'
              return done
            } catch (error) {
              fail(ran, error instanceof Error ? error.name : 'unknown')
              throw error
            } finally {
              ran?.end()
              metrics.add('antiphon_tools', { tool: name, result })
              const ms = Math.round(performance.now() - begun)
              log({
                level: result === 'done' ? 'info' : 'error',
                event: 'tool ran',
                ...about(run),
                tool: name,
                ms,
              })
            }
          },
        }
      },
      ended(how) {
        if (isOver) return
        isOver = true
        span?.setAttribute(names.OUTCOME, how)
        if (how === 'failed' || how === 'lost') fail(span, how)
        span?.end()
        metrics.add('antiphon_runs_open', {}, -1)
        metrics.add('antiphon_runs', { outcome: how })
        const level = how === 'failed' || how === 'lost' ? 'error' : 'info'
        const ms = Math.round(performance.now() - since)
        log({ level, event: 'run ended', ...about(run), outcome: how, ms })
      },
    }
  }

  return {
    began: watch,
    tookOver(run) {
      metrics.add('antiphon_runs_taken_over')
      log({ level: 'info', event: 'run taken over', ...about(run) })
    },
    reading() {
      metrics.add('antiphon_readers_open')
      let isOver = false
      return () => {
        if (!isOver) metrics.add('antiphon_readers_open', {}, -1)
        isOver = true
      }
    },
  }
}

function describe(span: Span | undefined, chunk: CompletionChunk): void {
  const [model, id] = [field(chunk, 'model'), field(chunk, 'id')]
  if (typeof model === 'string') span?.setAttribute(names.RESPONSE_MODEL, model)
  if (typeof id === 'string') span?.setAttribute(names.RESPONSE_ID, id)
}

const count = (usage: unknown, name: string): number => Number(field(usage, name)) || 0
