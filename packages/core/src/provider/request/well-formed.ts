import { field, isRecord, parseJson, type JsonObject } from '@antiphon/base'
import type { ContentPart } from '../../message/types.js'
import { createNames } from './tool-names.js'
import type { ReportAdjustment, RequestMessage, RequestPolicy } from './types.js'

/** Sent when a tool returned nothing, because strict servers refuse an empty result, and the thread with it. */
const NOTHING = 'The tool returned nothing.'
/** Sent when a message of a person is empty. */
const SILENCE = '(empty message)'

/**
 * The gate on the way out: gives the messages of a request as strict servers take them, whatever the thread holds. Names of
 * calls have the form that the server takes, and nothing is empty. Each change is reported. The messages were made for the
 * request and are changed in place. `makeWholeText` repairs the texts of the whole body.
 */
export function makeWellFormed(
  messages: readonly RequestMessage[],
  policy: RequestPolicy,
  report: ReportAdjustment,
): RequestMessage[] {
  const nameOf = createNames(policy)
  return messages.filter((message, at) => {
    const where = `request.messages[${at}]`
    if (message.role === 'assistant') {
      for (const [i, call] of (message.tool_calls ?? []).entries()) {
        const { name } = call.function
        call.function.name = nameOf(name)
        if (call.function.name !== name)
          report('call_name', `${where}.tool_calls[${i}]`, name, call.function.name)
      }
      return true
    }
    if (message.role === 'tool' && message.name !== undefined) message.name = nameOf(message.name)
    if (!isSilent(message.content)) return true
    // Templates of chat servers have words of their own where no system message is, so an empty one says something to them.
    if (message.role !== 'tool' && message.role !== 'user' && policy.blankSystem !== 'omit') return true
    const content = { tool: NOTHING, user: SILENCE, system: undefined, developer: undefined }[message.role]
    report('empty_content', where, message.content, content)
    if (content !== undefined) message.content = content
    return content !== undefined
  })
}

function isSilent(content: string | ContentPart[]): boolean {
  const isBlank = (text: unknown): boolean => typeof text === 'string' && !text.trim()
  if (typeof content === 'string') return isBlank(content)
  return content.every((part) => part.type === 'text' && isBlank(field(part, 'text')))
}

/** Characters that servers refuse: half of a surrogate pair. */
const HALF = /\p{Surrogate}/gu
/** After a refusal also control characters, noncharacters, and half of a surrogate pair that is written as an escape. */
const ODD =
  /[\p{Surrogate}\p{Noncharacter_Code_Point}]|(?![\t\n\r])\p{Cc}|\\u(?:0000|d[89ab][\da-f]{2}(?!\\ud[c-f])|(?<!\\ud[89ab][\da-f]{2}\\u)d[c-f][\da-f]{2})/giu

/**
 * The body of a request with well-formed text everywhere: messages, tools, prompt, what the host adds. Returns the same object when
 * all text is well-formed. `U+FFFD` replaces what a server would refuse, even as an escape in arguments, because the server finds
 * it when it parses them.
 */
export function makeWholeText(
  body: JsonObject,
  { plainText }: RequestPolicy,
  report: ReportAdjustment,
): JsonObject {
  const refused = plainText ? ODD : HALF
  const clean = (text: string): string => text.replaceAll(refused, '\ufffd')
  const walk = (value: unknown, where: string, key?: string): unknown => {
    if (typeof value === 'string') {
      const text = key === 'arguments' ? cleanJson(value) : clean(value)
      if (text !== value) report('half_surrogate', where, undefined, undefined)
      return text
    }
    if (Array.isArray(value)) {
      const list = value.map((item, i) => walk(item, `${where}[${i}]`))
      return list.some((item, i) => item !== value[i]) ? list : value
    }
    if (!isRecord(value)) return value
    const entries = Object.entries(value).map(
      ([name, item]) => [clean(name), walk(item, `${where}.${name}`, name)] as const,
    )
    return entries.some(([name, item]) => item !== value[name]) ? Object.fromEntries(entries) : value
  }
  const cleanJson = (text: string): string => {
    const value = /\\u[d0]/i.test(text) ? parseJson(text) : undefined
    const whole = value === undefined ? value : walk(value, 'arguments')
    return whole === value ? clean(text) : JSON.stringify(whole)
  }
  return walk(body, 'body') as JsonObject
}
