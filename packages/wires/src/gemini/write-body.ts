import { compact, type JsonObject } from '@antiphon/base'
import { contentToText, type RequestParameters } from '@antiphon/core'
import { overlay, type RequestInput } from '@antiphon/core/request'
import { reportToolKeys, reportUnsent, type NativeBody } from '../toolkit/native-request.js'
import { writeContents } from './write-contents.js'

/** The body of a request: `systemInstruction`, contents that take turns. `model` and `stream` move from here to the URL. */
export function writeBody(
  { model = '', tools = [], parameters = {}, stream = true }: RequestInput,
  { messages, extra, thinking, format, report }: NativeBody,
): JsonObject {
  reportUnsent(parameters, ['parallelToolCalls'], report)
  reportToolKeys(tools, [], report)
  const [head, ...rest] = messages
  const isPrompt = head?.role === 'system' || head?.role === 'developer'
  const { stop } = parameters
  const declarations = tools.map(({ function: fn }) => writeTool(fn))
  return overlay(
    overlay(extra, thinking),
    compact<JsonObject>({
      model,
      stream,
      systemInstruction: isPrompt ? { parts: [{ text: contentToText(head.content) }] } : undefined,
      contents: writeContents(isPrompt ? rest : messages, model, report),
      tools: declarations.length > 0 ? [{ functionDeclarations: declarations }] : undefined,
      toolConfig: toolConfig(parameters.toolChoice),
      generationConfig: orNone({
        temperature: parameters.temperature,
        topP: parameters.topP,
        maxOutputTokens: parameters.maxTokens,
        stopSequences: typeof stop === 'string' ? [stop] : stop,
        seed: parameters.seed,
        ...formatFields(format),
      }),
    }),
  )
}

type ToolFunction = NonNullable<RequestInput['tools']>[number]['function']

/** A schema as it is: the other field for it takes a part of JSON Schema only. A function without arguments has none. */
function writeTool({ name, description, parameters }: ToolFunction): JsonObject {
  const { properties } = parameters
  const takesSome =
    typeof properties !== 'object' || properties === null || Object.keys(properties).length > 0
  return compact({ name, description, parametersJsonSchema: takesSome ? parameters : undefined })
}

function toolConfig(choice: RequestParameters['toolChoice']): JsonObject | undefined {
  if (choice === undefined || choice === 'auto') return undefined
  const functionCallingConfig =
    typeof choice === 'object'
      ? { mode: 'ANY', allowedFunctionNames: [choice.name] }
      : { mode: choice === 'none' ? 'NONE' : 'ANY' }
  return { functionCallingConfig }
}

function formatFields(format: NativeBody['format']): JsonObject {
  if (!format) return {}
  const schema = format.type === 'json_schema' ? { responseJsonSchema: format.schema } : {}
  return { responseMimeType: 'application/json', ...schema }
}

function orNone(fields: JsonObject): JsonObject | undefined {
  const set = compact(fields)
  return Object.keys(set).length > 0 ? set : undefined
}
