import {
  contentToText,
  type ContentPart,
  type AssistantMessage,
  type Message,
  type ToolMessage,
  type SystemMessage,
} from '@antiphon/core'
import { type TextChannel, fieldOf, isNote, otherAnswer } from '@antiphon/core/channels'
import {
  unknownPart,
  matchResults,
  readContent as readAnyContent,
  readPart as readAnyPart,
  partText,
} from '@antiphon/core/message'
import { field, isRecord, joinPath, parseJson, type JsonObject } from '@antiphon/base'
import type { ReportLoss } from '../types.js'
import { jsonText } from './json-text.js'
import { sortedJson } from './values.js'

export interface DataUrl {
  /** Without parameters, in lower case; empty when the address names none. */
  mimeType: string
  base64: boolean
  /** The data after the comma, unchanged. */
  data: string
}

/** The pieces of a `data:` address, or undefined for any other text. */
export function parseDataUrl(url: string): DataUrl | undefined {
  if (!/^data:/i.test(url)) return undefined
  const comma = url.indexOf(',')
  if (comma < 0 || comma > 200) return undefined
  const [mimeType = '', ...parameters] = url.slice(5, comma).split(';')
  return {
    mimeType: mimeType.trim().toLowerCase(),
    base64: parameters.some((word) => word.trim().toLowerCase() === 'base64'),
    data: url.slice(comma + 1),
  }
}

export function isRemoteUrl(text: string): boolean {
  return /^(?:https?|blob|file|gs|s3):/i.test(text)
}

/** `audio/mpeg` → `mp3`: the word that `input_audio.format` uses. */
export function audioFormat(mimeType: string): string {
  const name = mimeType.replace(/^audio\/(?:x-)?/, '')
  return name === 'mpeg' ? 'mp3' : name === 'wave' ? 'wav' : name
}

export function audioMimeType(format: string): string {
  return format === 'mp3' ? 'audio/mpeg' : `audio/${format}`
}

/** A part in our shape. Any other value becomes text that shows it, with a loss. */
export function readContentPart(entry: unknown, where: string, report: ReportLoss): ContentPart {
  return readAnyPart(entry, where, report, sortedJson)
}

/** Content of a user or tool message: a text, or a list of parts; null and absent are an empty text. */
export function readContent(value: unknown, where: string, report: ReportLoss): string | ContentPart[] {
  return readAnyContent(value, where, report, sortedJson)
}

/** Content of a message that can only be text. */
export function readTextContent(value: unknown, where: string, report: ReportLoss): string {
  return contentToText(readContent(value, where, report))
}

/** The same content without parts: each that is not text is a word in brackets, with a loss. */
export function flattenContent(
  content: string | readonly ContentPart[],
  where: string,
  report: ReportLoss,
): string {
  if (typeof content === 'string') return content
  const text = contentToText(content)
  if (content.some((part) => part.type !== 'text')) report('part', where, content, text)
  return text
}

/** The text of an answer, for formats without refusals. Without any other text a refusal becomes the text, with a loss. */
export function answerText(message: AssistantMessage, where: string, report: ReportLoss): string {
  const other = message.content ? undefined : otherAnswer(message)
  if (other) report(other.field, joinPath(where, other.field), other.text, undefined)
  return other?.text ?? message.content ?? ''
}

/** The same for one stretch, as a part of type `text`; none for notes and empty stretches. */
export function writeText(
  { type, text }: { type: TextChannel; text: string },
  message: AssistantMessage,
  where: string,
  report: ReportLoss,
): { type: 'text'; text: string }[] {
  const isText = type === 'text'
  if (!isText && (message.content || isNote(type))) return []
  if (!isText) report(fieldOf(type), joinPath(where, fieldOf(type)), text, undefined)
  return [{ type: 'text', text }]
}

/** A foreign part, whole and under the name of its system, such as `agentkit.Video`. */
export function foreignPart(system: string, kind: unknown, part: unknown): ContentPart {
  return unknownPart({ type: `${system}.${typeof kind === 'string' ? kind : 'part'}`, part })
}

/** Content as parts. */
export function partsOf(content: string | ContentPart[]): ContentPart[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}

/** The text of a list that is one text part, with nothing else in it. */
export function textOfBlocks(parts: readonly unknown[]): string | undefined {
  const [part, more] = parts
  return more === undefined && isRecord(part) && Object.keys(part).length === 2 ? partText(part) : undefined
}

/** A text as a `data:` address. Undefined for half of a surrogate pair, which has no bytes. */
export function textUrl(mimeType: string, text: string): string | undefined {
  try {
    return `data:${mimeType};charset=utf-8,${encodeURIComponent(text)}`
  } catch {
    return undefined
  }
}

/** The text in the data of such an address. */
export function textOfUrl(data: string): string | undefined {
  try {
    return decodeURIComponent(data)
  } catch {
    return undefined
  }
}

/** A part that only another system's reader could make, such as `agentkit.Video`. No server knows it. */
export function isForeignPart({ type }: ContentPart): boolean {
  return type.includes('.')
}

/** The original data of a foreign part. `prefix` names its system, such as `agentkit.`. */
export function ownPart(part: ContentPart, prefix: string): JsonObject | undefined {
  const body = part.type.startsWith(prefix) ? field(part, 'part') : undefined
  return isRecord(body) ? body : undefined
}

/** A part that the other system has no place for, as text that names it. */
export function placeholderPart(
  part: ContentPart,
  where: string,
  report: ReportLoss,
): { type: 'text'; text: string } {
  const shown = { type: 'text' as const, text: contentToText([part]) }
  report('part', where, part, shown)
  return shown
}

/** The arguments of a call as an object, or undefined when the text is not an object. An empty text is an empty object. */
export function argumentsObject(text: string): JsonObject | undefined {
  const value = text.trim() === '' ? {} : parseJson(text)
  return isRecord(value) && !Object.hasOwn(value, '__proto__') ? value : undefined
}

/** The argument text for a value: a text stays what it is, everything else becomes JSON. */
export function argumentsText(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined ? '{}' : jsonText(value)
}

/** The tool name of the result at `end` in `messages`: its own, else that of the call it answers. */
export function findToolName(
  result: ToolMessage,
  messages: readonly Message[],
  end: number,
): string | undefined {
  if (result.toolName !== undefined) return result.toolName
  let at = end - 1
  while (at >= 0 && messages[at]?.role !== 'assistant') at--
  const answer = messages[at]
  const calls = (answer?.role === 'assistant' && answer.tool_calls) || []
  const before = messages.slice(at + 1, end).filter((message) => message.role === 'tool')
  const { slots } = matchResults(calls, [...before, result])
  return calls[slots.indexOf(result)]?.function.name
}

/**
 * For formats with the system prompt beside the messages, called `name` in reports: the system messages, and the
 * others with the place that each has in our messages. A system message that is not the first thing is a loss.
 * `isInline` says which stay.
 */
export function splitSystemPrompt(
  messages: readonly Message[],
  name: string,
  isInline: (message: SystemMessage) => boolean,
  report: ReportLoss,
): { prompts: SystemMessage[]; rest: { message: Message; at: number }[] } {
  const prompts: SystemMessage[] = []
  const rest: { message: Message; at: number }[] = []
  messages.forEach((message, at) => {
    const isPrompt = (message.role === 'system' || message.role === 'developer') && !isInline(message)
    if (!isPrompt) return void rest.push({ message, at })
    if (prompts.length > 0 || rest.length > 0) {
      report('system_joined', `messages[${at}]`, message.content, name)
    }
    prompts.push(message)
  })
  if (prompts.length > 1) {
    report(
      'system_joined',
      `messages[${messages.indexOf(prompts[0]!)}].content`,
      prompts[0]!.content,
      joinPrompts(prompts),
    )
  }
  return { prompts, rest }
}

export function joinPrompts(prompts: readonly SystemMessage[]): string {
  return prompts.map(({ content }) => content).join('\n\n')
}
