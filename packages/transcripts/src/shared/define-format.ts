import { isChatError, type Message } from '@antiphon/core'
import { field, isRecord, type JsonObject } from '@antiphon/base'
import { readInput } from '../text/read-input.js'
import {
  type Detection,
  describeValue,
  normalizeError,
  type ReportLoss,
  type ParsedTranscript,
  type PrintOptions,
  type TranscriptDocument,
  type TranscriptFormat,
} from '../types.js'
import { listLosses } from './compare-messages.js'
import { collectLosses } from './losses.js'
import { plainCopy } from './values.js'

/** A sign for a format, or with a negative weight against it. It is looked for in each message. */
export interface Mark {
  sign: string
  weight: number
  of(message: JsonObject): boolean
}

/** Whether the list of a message has a part that fits. */
export const hasPart =
  (fits: (part: JsonObject) => boolean, key = 'content') =>
  ({ [key]: parts }: JsonObject): boolean =>
    Array.isArray(parts) && parts.some((part) => isRecord(part) && fits(part))

/** Whether the content of a message has a part of one of these types. */
export const hasType = (...types: string[]) => hasPart(({ type }) => types.includes(String(type)))

/** A mark against a format: a message has a field that is not one of `known`. */
export const otherFields = (known: readonly string[], weight: number): Mark => ({
  sign: 'fields that it does not have',
  weight,
  of: (message) => Object.keys(message).some((key) => !known.includes(key)),
})

/** Messages that are checked. The kind of a transcript shows early, and detection must be quick for any size. */
const SAMPLE = 200

/**
 * How well a list fits. It is 0 unless every checked entry is a record with a known role. A bare fit is 0.5, and each mark
 * moves it up or down on a logistic curve, so that it never becomes certain.
 */
export function detectBy(
  list: unknown,
  roles: readonly string[],
  marks: readonly Mark[],
  key = 'role',
): Detection {
  if (!Array.isArray(list)) return { certainty: 0, why: 'there is no list of messages' }
  if (list.length === 0) return { certainty: 0.5, why: 'the list is empty, which every format allows' }
  const sample = list.slice(0, SAMPLE)
  const records = sample.filter(isRecord)
  if (records.length < sample.length) return { certainty: 0, why: 'an entry is not an object' }
  const stranger = records.find((entry) => !roles.includes(String(entry[key])))
  if (stranger) {
    const kind = stranger[key]
    const found = typeof kind === 'string' ? `the ${key} "${kind.slice(0, 40)}"` : `an entry without a ${key}`
    return { certainty: 0, why: `it has ${found}` }
  }
  const found = marks.filter((mark) => records.some(mark.of))
  const sum = found.reduce((total, mark) => total + mark.weight, 0)
  const signs = found.filter((mark) => mark.weight * sum > 0).map((mark) => mark.sign)
  // Accounts have roles as well, and so have lines of a log.
  if (sum <= 0 && key === 'role' && !records.some(saysSomething))
    return { certainty: 0, why: 'its entries have a role, and nothing that somebody said' }
  return {
    certainty: 1 / (1 + Math.exp(-sum / 4)),
    why:
      signs.length > 0
        ? signs.join('; ')
        : `only ${roles.length > 4 ? 'its ' : 'the usual '}roles, which others have too`,
  }
}

const SAID =
  /^(?:content|parts|text|refusal|audio|images?|reasoning\w*|tool_?calls|toolInvocations|function_call|tool_call_id|tool_results?|segments)$/

/** Whether a message has a field with words or calls. One that has its role alone may be a message without any. */
const saysSomething = (entry: JsonObject): boolean => {
  const keys = Object.keys(entry)
  return keys.length === 1 || keys.some((name) => SAID.test(name))
}

/**
 * Detects the format of a value or a text by its content. Never throws; an unreadable value fits no format. It does not
 * copy the value, because detection must be quick for any size.
 */
function detectInput(input: unknown, { detect, detectStream }: FormatParts): Detection {
  try {
    if (typeof input !== 'string') return detect(input)
    const found = readInput(input, () => {})
    if (found.type === 'sse')
      return detectStream?.(found.text) ?? { certainty: 0, why: 'it is an event stream' }
    return detect(found.type === 'value' ? found.value : found.values)
  } catch (error) {
    const why = isChatError(error) ? error.message.replace(/\.$/, '') : 'looking at it throws'
    return { certainty: 0, why }
  }
}

/** The values of an input whose format knows no event streams: a list for JSON lines. */
export function readJsonInput(input: unknown, name: string, report: ReportLoss): unknown {
  const found = readInput(input, report)
  if (found.type === 'sse') {
    throw normalizeError(
      `The text is an event stream; ${name} has no such shape. Read it as "openai".`,
      'event_stream',
    )
  }
  return found.type === 'value' ? found.value : found.values
}

/** The messages of a document: the list that it is, the one message that it is, or those under `messages`. `needs` says what a format reads. */
export function messagesOf(value: unknown, name: string, isOne: boolean, needs: string): unknown[] {
  if (Array.isArray(value)) return value
  const list = isOne ? [value] : field(value, 'messages')
  if (Array.isArray(list)) return list
  throw otherValue(value, name, needs)
}

/** The messages of a value that a format may not read: then none. */
export function messagesIn(format: TranscriptFormat, value: unknown): Message[] {
  try {
    return format.parse(value).messages
  } catch {
    return []
  }
}

/** The error for a value that a format does not read. */
export function otherValue(value: unknown, name: string, needs: string): Error {
  return normalizeError(`This is ${describeValue(value)}; ${name} needs ${needs}.`, `not_${name}`)
}

/** The parts of a format. `defineFormat` adds the common code. */
export interface FormatParts extends Pick<TranscriptFormat, 'name' | 'title' | 'shapes'> {
  /** How well a value fits. */
  detect: (value: unknown) => Detection
  /** How well an event stream fits. With it `read` gets the input as it came, otherwise the value of its JSON. */
  detectStream?: (text: string) => Detection
  /** Prefix of the keys in `metadata` for data that our message cannot hold. Default `<name>.` */
  prefix?: string
  /** A document may hold several conversations. */
  holdsSeveral?: true
  read(value: unknown, report: ReportLoss): Omit<ParsedTranscript, 'losses'>
  write(messages: readonly Message[], options: WriteOptions, report: ReportLoss): unknown
}

export interface WriteOptions extends PrintOptions {
  shape: string
  /** The document, when it is one of this format. */
  document?: TranscriptDocument
  style: Record<string, unknown>
}

/**
 * Makes a format whose list of losses is complete: it reads the written document again and compares the messages, so
 * unreported differences are listed too.
 */
export function defineFormat(parts: FormatParts): TranscriptFormat {
  const { name, title, shapes, write, prefix = `${name}.`, holdsSeveral = false } = parts
  const read: FormatParts['read'] = (input, report) =>
    parts.read(parts.detectStream ? input : readJsonInput(input, name, report), report)
  return {
    name,
    title,
    shapes,
    detect: (input) => detectInput(input, parts),
    parse(value) {
      const { losses, report } = collectLosses()
      return { ...read(value, report), losses }
    },
    print(input, options = {}) {
      const { losses, report } = collectLosses()
      const messages = plainCopy(input, report) as Message[]
      const document = options.document?.format === name ? options.document : undefined
      const shape = options.shape ?? document?.shape ?? shapes[0]!
      if (!shapes.includes(shape)) {
        throw normalizeError(`${name} has no shape "${shape}". It has ${shapes.join(', ')}.`, 'unknown_shape')
      }
      if (options.document && !document) reportDocument(options.document, report)
      const { others = [] } = options
      if (!holdsSeveral && others.length > 0) report('other_conversations', '', others.length, undefined)
      const style = { ...document?.style, ...options.style }
      const value = write(messages, { ...options, document, shape, style }, report)
      if (value === undefined)
        throw normalizeError(`There is no message to write as ${shape} of ${name}.`, 'no_message')
      const again = messages.length === 0 ? [] : readBack(value, read)
      return { value, losses: listLosses(messages, again, prefix, losses) }
    },
  }
}

/** The messages of a written document. A shape without a place for any of them gives no document. */
function readBack(value: unknown, read: FormatParts['read']): Message[] {
  try {
    return read(value, () => {}).messages
  } catch (error) {
    if (isChatError(error)) return []
    throw error
  }
}

/** Fields around the messages of another format are not written. */
function reportDocument({ fields = {}, kept = {} }: TranscriptDocument, report: ReportLoss): void {
  for (const [key, value] of Object.entries(fields)) report('document', key, value, undefined)
  for (const [key, value] of Object.entries(kept)) report('document', `entry ${key}`, value, undefined)
}
