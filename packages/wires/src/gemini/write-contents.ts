import { compact, field, isRecord, type JsonObject, parseJson, textOf } from '@antiphon/base'
import { contentToText, type ContentPart, type ToolCall } from '@antiphon/core'
import { type KeptAnswer, type ReportAdjustment, type RequestMessage } from '@antiphon/core/request'
import { reportKeys } from '../toolkit/native-request.js'
import { writePart } from './write-part.js'

interface Content {
  role: 'user' | 'model'
  parts: JsonObject[]
}

/** From here on a result may hold a picture itself. */
const PARTS_IN_RESULTS = /gemini-(?:[3-9]|\d\d)/i

/** The thread as contents that take turns: neighbours of one role are one. An answer of this wire goes back as it came. */
export function writeContents(
  messages: readonly RequestMessage[],
  model: string,
  report: ReportAdjustment,
): Content[] {
  const contents: Content[] = []
  /** The ids under which calls leave, of those that have one on this wire. */
  const ids = new Set<string>()
  /** Pictures of results, for models that take none in them: behind all results of their turn. */
  let pictures: JsonObject[] = []
  const add = (role: Content['role'], parts: JsonObject[]): void => {
    if (parts.length === 0) return
    const last = contents.at(-1)
    if (last?.role === role) last.parts.push(...parts)
    else contents.push({ role, parts })
  }
  const endResults = (): void => {
    add('user', pictures)
    pictures = []
  }
  messages.forEach((message, at) => {
    const where = `request.messages[${at}]`
    if (message.role !== 'tool') endResults()
    switch (message.role) {
      case 'assistant':
        return add('model', writeAnswer(message, ids, where, report))
      case 'tool': {
        const { part, rest } = writeResult(message, ids, model, where, report)
        pictures.push(...rest)
        return add('user', [part])
      }
      default: {
        const { content } = message
        const parts: readonly ContentPart[] =
          typeof content === 'string' ? [{ type: 'text', text: content }] : content
        return add('user', writeParts(parts, where, report))
      }
    }
  })
  endResults()
  if (contents[0]?.role === 'model') {
    contents.unshift({ role: 'user', parts: [{ text: '…' }] })
    report('first_user', 'request.messages[0]', undefined, '…')
  }
  return contents
}

type Answer = Extract<RequestMessage, { role: 'assistant' }>

function writeAnswer(
  { kept, content, tool_calls: calls = [] }: Answer,
  ids: Set<string>,
  where: string,
  report: ReportAdjustment,
): JsonObject[] {
  calls.forEach(({ extra_content: extra, function: fn, ...more }, i) => {
    const google = field(extra, 'google')
    const at = `${where}.tool_calls[${i}]`
    reportKeys(more, ['id', 'type'], at, report)
    reportKeys(fn, ['name', 'arguments'], at, report)
    if (isRecord(extra)) reportKeys(extra, ['google'], at, report)
    if (isRecord(google)) reportKeys(google, ['thought_signature'], at, report)
  })
  if (kept) return writeKept(kept, calls, ids)
  const text = content === null ? '' : contentToText(content)
  return [...(text.trim() ? [{ text }] : []), ...calls.map(writeCall)]
}

/** The parts of an answer as they came, each with its signature. Empty ones without any are refused. */
function writeKept({ items, rest }: KeptAnswer, calls: readonly ToolCall[], ids: Set<string>): JsonObject[] {
  let next = 0
  const parts = items.flatMap((part): JsonObject[] => {
    const { functionCall: own, thoughtSignature: signature } = part
    if (isRecord(own)) {
      const call = calls[next++]
      if (!call) return []
      const isNamed = textOf(own.id) !== undefined
      if (isNamed) ids.add(call.id)
      const functionCall = { ...own, ...(isNamed && { id: call.id }), name: call.function.name }
      return [compact({ ...part, functionCall, thoughtSignature: signature ?? signatureOf(call) })]
    }
    return part.text === '' && signature === undefined ? [] : [part]
  })
  if (rest) parts.push({ text: rest })
  return [...parts, ...calls.slice(next).map(writeCall)]
}

/** Writes a call from its stored arguments. The id is left out, because Gemini pairs calls and results by name and order. */
function writeCall(call: ToolCall): JsonObject {
  const args = parseJson(call.function.arguments)
  const functionCall = { name: call.function.name, args: isRecord(args) ? args : {} }
  return compact({ functionCall, thoughtSignature: signatureOf(call) })
}

function signatureOf({ extra_content: extra }: ToolCall): string | undefined {
  return textOf(field(field(extra, 'google'), 'thought_signature'))
}

type ToolResult = Extract<RequestMessage, { role: 'tool' }>

function writeResult(
  { tool_call_id: id, name, content, native }: ToolResult,
  ids: ReadonlySet<string>,
  model: string,
  where: string,
  report: ReportAdjustment,
): { part: JsonObject; rest: JsonObject[] } {
  const others = native?.parts?.filter(({ type }) => type !== 'text') ?? []
  const texts = native?.parts?.filter(({ type }) => type === 'text')
  const written = writeParts(others, where, report)
  // A result takes files as parts, words in its output alone.
  const media = written.filter((part) => part.text === undefined)
  for (const part of texts ?? []) reportKeys(part, ['type', 'text'], where, report)
  const said = [contentToText(texts), ...written.map((part) => part.text)].filter(Boolean).join('\n')
  const text = written.length > 0 ? said || contentToText(others) : content
  const isInside = media.length > 0 && PARTS_IN_RESULTS.test(model)
  const functionResponse = compact({
    id: ids.has(id) ? id : undefined,
    name,
    response: native?.isError ? { error: text } : { output: text },
    parts: isInside ? media : undefined,
  })
  const title = { text: `Images in the result of ${name ?? 'the call'}:` }
  return { part: { functionResponse }, rest: media.length > 0 && !isInside ? [title, ...media] : [] }
}

function writeParts(parts: readonly ContentPart[], where: string, report: ReportAdjustment): JsonObject[] {
  return parts.flatMap((part, i): JsonObject[] => {
    const at = `${where}.content[${i}]`
    const written = writePart(part, at, report)
    if (written) return [written]
    // An empty part is refused.
    if (part.type === 'text') return []
    const text = contentToText([part])
    report('part_as_text', at, part.type, text)
    return [{ text }]
  })
}
