import { field, isRecord, type JsonObject, textOf, safeStringify } from '@antiphon/base'
import type { ContentPart } from '@antiphon/core'
import type { ProviderRun } from '@antiphon/core/wire'

/** A call as its item says it: a name, arguments as JSON text, and whether the provider runs it. */
export interface ItemCall {
  name: string
  arguments: string
  isProviders: boolean
}

/** Types of calls that the client runs although they are not functions. It sends `<type>_output` back. */
const CLIENT_CALLS = ['local_shell_call', 'apply_patch_call', 'computer_call']

/** Fields of an item that are not arguments of the call: bookkeeping and results. */
const NOT_ARGUMENTS = [
  'id',
  'type',
  'status',
  'call_id',
  'outputs',
  'output',
  'results',
  'result',
  'error',
  'container_id',
  'tools',
]

/** Reads a hosted item (a web search, a shell command, an image, anything new) as a call. Undefined for messages and thoughts. */
export function readItemCall(item: JsonObject): ItemCall | undefined {
  const type = textOf(item.type) ?? 'unknown'
  switch (type) {
    case 'message':
    case 'reasoning':
      return undefined
    case 'function_call':
      return { name: textOf(item.name) ?? '', arguments: textOf(item.arguments) ?? '', isProviders: false }
    case 'custom_tool_call':
      return { name: textOf(item.name) ?? '', arguments: textOf(item.input) ?? '', isProviders: false }
    case 'mcp_approval_request':
    case 'mcp_call':
      return {
        name: textOf(item.name) ?? type,
        arguments: textOf(item.arguments) ?? '',
        isProviders: type === 'mcp_call',
      }
  }
  // A shell in a container is the provider's; one without is the client's.
  const isShellHere =
    type === 'shell_call' && !/container/.test(textOf(field(item.environment, 'type')) ?? '')
  return {
    name: type.replace(/_call$/, ''),
    arguments: argumentsOf(item),
    isProviders: !isShellHere && !CLIENT_CALLS.includes(type),
  }
}

function argumentsOf(item: JsonObject): string {
  const { action, operation } = item
  if (isRecord(action)) return JSON.stringify(action)
  if (isRecord(operation)) return JSON.stringify(operation)
  const said = Object.entries(item).filter(([key, value]) => value != null && !NOT_ARGUMENTS.includes(key))
  return safeStringify(Object.fromEntries(said))
}

/** The outcome of an item of the provider. For an item without a result of its own, this is its status. */
export function readItemResult(item: JsonObject): ProviderRun {
  const { type, status, error } = item
  const failed = status === 'failed' || status === 'incomplete' || error != null
  const said = (value: unknown): string => (typeof value === 'string' ? value : safeStringify(value))
  const end = (result: string | ContentPart[], details?: unknown): ProviderRun => ({
    result,
    ...(failed && { isError: true }),
    ...(details != null && { details }),
  })
  if (error != null) return end(textOf(error) ?? textOf(field(error, 'message')) ?? said(error))
  switch (type) {
    case 'mcp_call':
      return end(said(item.output ?? ''))
    case 'mcp_list_tools': {
      const tools = Array.isArray(item.tools) ? item.tools : []
      return end(tools.map((tool: unknown) => textOf(field(tool, 'name')) ?? '').join(', '), tools)
    }
    case 'web_search_call': {
      const sources = field(item.action, 'sources')
      return Array.isArray(sources) ? end(said(sources), sources) : end(said(status ?? 'completed'))
    }
    case 'file_search_call':
      return item.results == null ? end(said(status ?? 'completed')) : end(said(item.results), item.results)
    case 'code_interpreter_call':
      return end(readOutputs(item.outputs) ?? said(status ?? 'completed'), item.outputs)
    case 'image_generation_call':
      return end(said(status ?? 'completed'))
    case 'shell_call_output':
      return end(said(item.output), item.output)
    case 'tool_search_output':
      return end(said(item.tools), item.tools)
  }
  return end(said(status ?? item.output ?? 'completed'))
}

/** The printed output of code as text, with the images it made. */
function readOutputs(outputs: unknown): string | ContentPart[] | undefined {
  if (!Array.isArray(outputs) || outputs.length === 0) return undefined
  const parts = outputs.map((output: unknown): ContentPart => {
    const url = textOf(field(output, 'url'))
    if (field(output, 'type') === 'image' && url) return { type: 'image_url', image_url: { url } }
    return { type: 'text', text: textOf(field(output, 'logs')) ?? safeStringify(output) }
  })
  return parts.every((part) => part.type === 'text')
    ? parts.map((part) => (part as { text: string }).text).join('\n')
    : parts
}

/** The picture of an image item, as an address. Some gateways write an object, a list or an address in place of base64. */
export function imageOf({ result, output_format: format }: JsonObject): string | undefined {
  const given: unknown = Array.isArray(result) ? result[0] : result
  const data = textOf(field(given, 'url') ?? field(given, 'b64_json') ?? given)
  if (!data || /^(?:data|https?):/.test(data)) return data
  return `data:image/${textOf(format) ?? 'png'};base64,${data}`
}
