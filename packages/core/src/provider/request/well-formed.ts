import { field, isRecord, parseJson } from '../../lib/json.js'
import type { ContentPart } from '../../message/types.js'
import type { ReportAdjustment, RequestMessage, RequestPolicy } from './types.js'

/** The name of a function as every server takes it: OpenAI, Azure, Bedrock and DeepSeek refuse others (docs/wire 1.3). */
const NAME = /^[a-zA-Z0-9_-]{1,64}$/

/** Stands where a tool returned nothing: strict servers refuse an empty result, and the thread with it. */
const NOTHING = 'The tool returned nothing.'
/** Stands where a person said nothing. */
const SILENCE = '(empty message)'

/**
 * The gate on the way out: makes the messages of a request such that strict servers take them, whatever stands in the thread.
 * Names have the form that all servers take, texts hold no half of a surrogate pair, nothing is empty. Each change is reported. The
 * messages were made for the request and are changed in place.
 */
export function makeWellFormed(
  messages: readonly RequestMessage[],
  policy: RequestPolicy,
  report: ReportAdjustment,
): void {
  const nameOf = createNames(policy)
  messages.forEach((message, at) => {
    const where = `request.messages[${at}]`
    if (message.role === 'assistant') {
      for (const [i, call] of (message.tool_calls ?? []).entries()) {
        const { name } = call.function
        call.function.name = nameOf(name)
        if (call.function.name !== name)
          report('call_name', `${where}.tool_calls[${i}]`, name, call.function.name)
        call.function.arguments = wholeEscapes(call.function.arguments)
      }
    } else {
      if (message.role === 'tool' && message.name !== undefined) message.name = nameOf(message.name)
      // Templates of chat servers have words of their own for an empty system message.
      if ((message.role === 'tool' || message.role === 'user') && isSilent(message.content)) {
        const content = message.role === 'tool' ? NOTHING : SILENCE
        report('empty_content', where, message.content, content)
        message.content = content
      }
    }
    for (const [key, value] of Object.entries(message)) {
      const whole = wholeTexts(value)
      if (whole === value) continue
      report('half_surrogate', `${where}.${key}`)
      Object.assign(message, { [key]: whole })
    }
  })
}

/** Gives a name that every server takes. Two that are rewritten stay two; names of the request's own tools stay as they are. */
function createNames({ toolNames = [] }: RequestPolicy): (name: string) => string {
  const made = new Map(toolNames.map((name) => [name, name]))
  const taken = new Set(toolNames)
  return (name) => {
    let fit = made.get(name)
    if (fit === undefined) {
      const base = NAME.test(name) ? name : name.replaceAll(/[^a-zA-Z0-9_-]+/g, '_').slice(0, 60) || 'unknown'
      fit = base
      for (let n = 2; fit !== name && taken.has(fit); n++) fit = `${base}_${n}`
      made.set(name, fit)
      taken.add(fit)
    }
    return fit
  }
}

function isSilent(content: string | ContentPart[]): boolean {
  const isBlank = (text: unknown): boolean => typeof text === 'string' && !text.trim()
  if (typeof content === 'string') return isBlank(content)
  return content.every((part) => part.type === 'text' && isBlank(field(part, 'text')))
}

const HALF = /\p{Surrogate}/u

/** The same value where all its texts are well formed, else a copy with `U+FFFD` for each half of a pair. */
function wholeTexts(value: unknown): unknown {
  if (typeof value === 'string')
    return HALF.test(value) ? value.replaceAll(/\p{Surrogate}/gu, '\ufffd') : value
  if (Array.isArray(value)) {
    const list = value.map(wholeTexts)
    return list.some((item, i) => item !== value[i]) ? list : value
  }
  if (!isRecord(value)) return value
  const entries = Object.entries(value).map(([key, item]) => [key, wholeTexts(item)] as const)
  return entries.some(([key, item]) => item !== value[key]) ? Object.fromEntries(entries) : value
}

/** Arguments without an escape of half a pair, which the server finds when it parses them. */
function wholeEscapes(text: string): string {
  if (!/\\ud[89a-f]/i.test(text)) return text
  const value = parseJson(text)
  const whole = wholeTexts(value)
  return whole === value ? text : JSON.stringify(whole)
}
