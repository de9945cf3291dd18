import { compact, isRecord, type JsonObject, parseJson } from '@antiphon/base'
import { contentToText, type ContentPart, type ToolCall } from '@antiphon/core'
import { isKnownPart } from '@antiphon/core/message'
import {
  type ReportAdjustment,
  type RequestMessage,
  overlay,
  type RequestInput,
} from '@antiphon/core/request'
import { reportKeys, reportUnsent, type NativeBody } from '../toolkit/native-request.js'

/** The body of a request: messages whose content is text, calls whose arguments are values, settings under `options`. */
export function writeBody(
  { model, tools = [], parameters = {}, stream = true }: RequestInput,
  { messages, extra, thinking, format, report }: NativeBody,
): JsonObject {
  const { stop, toolChoice } = parameters
  reportUnsent(parameters, ['parallelToolCalls'], report)
  // This wire has no field for the choice of a tool. `none` works by leaving the tools out; other choices are dropped.
  const isNone = toolChoice === 'none'
  if (toolChoice !== undefined && toolChoice !== 'auto')
    report('tool_choice', 'body.tool_choice', toolChoice, undefined)
  const options = compact<JsonObject>({
    temperature: parameters.temperature,
    top_p: parameters.topP,
    num_predict: parameters.maxTokens,
    stop: typeof stop === 'string' ? [stop] : stop,
    seed: parameters.seed,
  })
  return overlay(
    { ...extra, ...thinking },
    compact<JsonObject>({
      model,
      messages: messages.map((message, at) => writeMessage(message, `request.messages[${at}]`, report)),
      stream,
      tools: tools.length > 0 && !isNone ? tools : undefined,
      format: format && (format.type === 'json_schema' ? format.schema : 'json'),
      options: Object.keys(options).length > 0 ? options : undefined,
    }),
  )
}

function writeMessage(message: RequestMessage, where: string, report: ReportAdjustment): JsonObject {
  switch (message.role) {
    case 'assistant': {
      const { content, tool_calls: calls, thinking } = message
      return compact({
        role: message.role,
        content: content === null ? '' : contentToText(content),
        thinking,
        tool_calls: calls?.map(writeCall),
      })
    }
    case 'tool': {
      const { tool_call_id, name, content } = message
      return compact({ role: message.role, content, tool_name: name, tool_call_id })
    }
    case 'user': {
      const { content } = message
      const parts: readonly ContentPart[] =
        typeof content === 'string' ? [{ type: 'text', text: content }] : content
      const images = parts.flatMap((part, i) => imageOf(part, `${where}.content[${i}]`, report))
      const texts = parts.filter((part) => part.type !== 'image_url')
      return compact({
        role: message.role,
        content: contentToText(texts),
        images: images.length > 0 ? images : undefined,
      })
    }
    default:
      // It knows no role of developers.
      return { role: 'system', content: contentToText(message.content) }
  }
}

/** Base64 alone, without its type. */
function imageOf(part: ContentPart, where: string, report: ReportAdjustment): string[] {
  reportKeys(part, ['type', part.type], where, report)
  if (part.type !== 'image_url') return []
  const image =
    isKnownPart(part) && part.type === 'image_url'
      ? part.image_url
      : { url: String(Reflect.get(part, 'image_url')) }
  reportKeys(image, ['url'], where, report)
  return [image.url.slice(image.url.indexOf(',') + 1)]
}

function writeCall({ id, function: fn }: ToolCall): JsonObject {
  const args = parseJson(fn.arguments)
  return { id, function: { name: fn.name, arguments: isRecord(args) ? args : {} } }
}
