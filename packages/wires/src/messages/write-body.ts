import { compact, field, isRecord, textOf, type JsonObject } from '@antiphon/base'
import {
  overlay,
  type RequestInput,
  type ReportAdjustment,
  type ToolDefinition,
} from '@antiphon/core/request'
import type { RequestParameters } from '@antiphon/core'
import { reportUnsent, type NativeBody } from '../toolkit/native-request.js'
import { writeMessages } from './write-messages.js'

/** `max_tokens` of a request without a limit, because the API demands one: enough for any answer. `OLDEST` models take less. */
const MAX_TOKENS = 8192
/** The oldest models that are still served take no more. */
const OLDEST = /claude-3-(?:opus|sonnet|haiku)/i

/** The body of a request: `system`, messages that alternate, tools, `max_tokens` whatever the thread says. */
export function writeBody(
  { model, messages: thread, tools = [], parameters = {}, stream = true }: RequestInput,
  { messages, extra, thinking: wish, format: wanted, report }: NativeBody,
): JsonObject {
  reportUnsent(parameters, ['seed'], report)
  const [head, ...rest] = messages
  const isPrompt = head?.role === 'system' || head?.role === 'developer'
  const { thinking, max_tokens } = limits(model, parameters, wish, report)
  const thinks = isRecord(thinking) && thinking.type !== 'disabled'
  const { stop } = parameters
  const format = formatOf(wanted, report)
  return overlay(
    { ...extra, ...wish },
    {
      ...format,
      ...compact<JsonObject>({
        model,
        max_tokens,
        system: isPrompt ? head.content : undefined,
        messages: writeMessages(isPrompt ? rest : messages, report),
        stream,
        thinking,
        tools: tools.length > 0 ? tools.map(writeTool) : undefined,
        tool_choice: toolChoice(parameters, thinks, report),
        temperature: sampling('temperature', parameters.temperature, thinks, report),
        top_p: sampling('topP', parameters.topP, thinks, report),
        stop_sequences: typeof stop === 'string' ? [stop] : stop,
        container: containerOf(thread),
      }),
    },
  )
}

/** Further keys, such as `cache_control`, stay. */
function writeTool(tool: ToolDefinition): JsonObject {
  const { type: _, function: fn, ...more } = tool
  const { name, description, parameters, strict, ...rest } = fn
  return compact({
    ...rest,
    ...more,
    name,
    description,
    input_schema: parameters,
    strict: strict || undefined,
  })
}

/** Only a schema has a word here. */
function formatOf(wanted: NativeBody['format'], report: ReportAdjustment): JsonObject {
  if (wanted?.type === 'json_schema')
    return { output_config: { format: { type: wanted.type, schema: wanted.schema } } }
  if (wanted) report('field_omitted', 'body.response_format', wanted, undefined)
  return {}
}

/** A budget for thoughts is part of the limit, and must be below it. */
function limits(
  model: string | undefined,
  { maxTokens }: RequestParameters,
  { thinking }: JsonObject,
  report: ReportAdjustment,
): { thinking: unknown; max_tokens: number } {
  const budget = field(thinking, 'budget_tokens')
  const standard = OLDEST.test(model ?? '') ? 4096 : MAX_TOKENS
  if (maxTokens === undefined) {
    const max_tokens = standard + (typeof budget === 'number' ? budget : 0)
    report('max_tokens', 'body.max_tokens', undefined, max_tokens)
    return { thinking, max_tokens }
  }
  if (typeof budget !== 'number' || budget < maxTokens) return { thinking, max_tokens: maxTokens }
  // A budget has to be 1024 at least.
  const less =
    maxTokens > 1024 ? { type: 'enabled', budget_tokens: Math.max(1024, maxTokens >> 1) } : undefined
  report('reasoning_effort', 'body.thinking', thinking, less)
  return { thinking: less ?? { type: 'disabled' }, max_tokens: maxTokens }
}

function toolChoice(
  { toolChoice: choice, parallelToolCalls: parallel }: RequestParameters,
  thinks: boolean,
  report: ReportAdjustment,
): JsonObject | undefined {
  const one = parallel === false ? { disable_parallel_tool_use: true } : {}
  const isForced = choice === 'required' || typeof choice === 'object'
  // Refused beside thoughts.
  if (isForced && thinks) report('tool_choice', 'body.tool_choice', choice, 'auto')
  if (choice === 'none') return { type: 'none' }
  if (choice === 'required' && !thinks) return { type: 'any', ...one }
  if (typeof choice === 'object' && !thinks) return { type: 'tool', name: choice.name, ...one }
  return parallel === false ? { type: 'auto', ...one } : undefined
}

/** Refused beside thoughts. */
function sampling(
  name: string,
  value: number | undefined,
  thinks: boolean,
  report: ReportAdjustment,
): number | undefined {
  if (value === undefined || !thinks) return value
  report('field_omitted', `parameters.${name}`, value, undefined)
  return undefined
}

/** Code of the provider goes on in the container of the last answer, while there is one. */
function containerOf(messages: RequestInput['messages']): string | undefined {
  const container = messages.findLast((message) => message?.metadata?.['wire.container'])?.metadata?.[
    'wire.container'
  ]
  const until = Date.parse(textOf(field(container, 'expires_at')) ?? '')
  return until > Date.now() ? textOf(field(container, 'id')) : undefined
}
