import { compact, type JsonObject } from '@antiphon/base'
import { contentToText, type RequestParameters } from '@antiphon/core'
import { type RequestInput } from '@antiphon/core/request'
import { reportToolKeys, reportUnsent, type NativeBody } from '../toolkit/native-request.js'
import { writeItems } from './write-items.js'

/** The body of a request: `instructions`, the items of `input`, flat tools. */
export function writeBody(
  { model, tools = [], parameters = {}, stream = true }: RequestInput,
  { messages, extra, thinking, format, report }: NativeBody,
): JsonObject {
  reportUnsent(parameters, ['stop', 'seed'], report)
  reportToolKeys(tools, ['strict'], report)
  const [head, ...rest] = messages
  const isPrompt = head?.role === 'system' || head?.role === 'developer'
  return {
    ...extra,
    ...thinking,
    ...compact<JsonObject>({
      model,
      instructions: isPrompt ? contentToText(head.content) : undefined,
      input: writeItems(isPrompt ? rest : messages, report),
      stream,
      tools: tools.length > 0 ? tools.map(({ function: fn }) => writeTool(fn)) : undefined,
      tool_choice: toolChoice(parameters.toolChoice),
      parallel_tool_calls: parameters.parallelToolCalls,
      temperature: parameters.temperature,
      top_p: parameters.topP,
      max_output_tokens: parameters.maxTokens,
      text: format && { format: compact(format) },
    }),
  }
}

type ToolFunction = NonNullable<RequestInput['tools']>[number]['function']

/** Flat, and strict unless it says that it is not. */
function writeTool({ name, description, parameters, strict = false }: ToolFunction): JsonObject {
  return compact({ type: 'function', name, description, parameters, strict })
}

function toolChoice(choice: RequestParameters['toolChoice']): unknown {
  if (choice === undefined || choice === 'auto') return undefined
  return typeof choice === 'object' ? { type: 'function', name: choice.name } : choice
}
