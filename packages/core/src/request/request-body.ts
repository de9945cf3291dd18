import { isRecord } from '../errors/is-record.js'
import type { BodyFields, BodyPolicy } from '../providers/provider-types.js'
import type { RequestInput } from './build-request.js'
import type { ReportAdjustment, RequestMessage, RequestParameters } from './request-types.js'
import { thinkingFields } from './thinking-fields.js'

/**
 * The body of a request. Only what was set is written (wire-facts 1.1). From below: what the family always sends, what
 * it calls the wish about thinking, the named fields, `extraBody`. Fields that the policy leaves out are left out last,
 * wherever they are from, for the server refuses the whole request otherwise.
 */
export function requestBody(
  { model, tools, parameters = {}, stream = true }: RequestInput,
  messages: readonly RequestMessage[],
  policy: BodyPolicy,
  extraBody: BodyFields | undefined,
  report: ReportAdjustment,
): BodyFields {
  const core = defined({ model, messages, stream })
  const body: BodyFields = {
    ...core,
    ...overlay(policy.extra, thinkingFields(parameters.reasoningEffort, policy.thinking, report)),
    ...core,
    ...defined({
      stream_options: stream && policy.includeUsage ? { include_usage: true } : undefined,
      tools: sentTools(tools, messages, policy),
      temperature: parameters.temperature,
      top_p: parameters.topP,
      [policy.maxTokensField]: parameters.maxTokens,
      stop: parameters.stop,
      seed: parameters.seed,
      tool_choice: toolChoice(parameters.toolChoice, policy, report),
      parallel_tool_calls: parameters.parallelToolCalls,
    }),
    ...defined(extraBody),
    ...defined(parameters.extraBody),
  }
  return Object.fromEntries(
    Object.entries(body).filter(([key, value]) => {
      const isOmitted = policy.omit.includes(key)
      if (isOmitted) report('field_omitted', `body.${key}`, value, undefined)
      return !isOmitted
    }),
  )
}

/** None is better than an empty list, which is refused by many; LiteLLM wants one when the thread has calls. */
function sentTools(
  tools: RequestInput['tools'],
  messages: readonly RequestMessage[],
  { emptyTools }: BodyPolicy,
): RequestInput['tools'] {
  if (tools?.length) return tools
  const needed = emptyTools === 'withHistory' && messages.some(({ role }) => role === 'tool')
  return needed ? [] : undefined
}

function toolChoice(
  choice: RequestParameters['toolChoice'],
  { requiredToolChoice }: BodyPolicy,
  report: ReportAdjustment,
): unknown {
  if (choice === undefined || choice === 'auto') return undefined
  if (typeof choice === 'object') return { type: 'function', function: { name: choice.name } }
  if (choice !== 'required' || requiredToolChoice !== 'omit') {
    return choice === 'required' ? requiredToolChoice : choice
  }
  report('tool_choice', 'body.tool_choice', choice, undefined)
  return undefined
}

function defined(fields: BodyFields = {}): BodyFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** `over` on top of `base`; objects in both are joined, so that two settings of one switchboard keep each other. */
function overlay(base: BodyFields, over: BodyFields): BodyFields {
  const joined = Object.entries(over).map(([key, value]): [string, unknown] => {
    const below = Object.hasOwn(base, key) ? base[key] : undefined
    return [key, isRecord(below) && isRecord(value) ? overlay(below, value) : value]
  })
  return { ...base, ...Object.fromEntries(joined) }
}
