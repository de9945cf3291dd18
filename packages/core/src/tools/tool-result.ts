import { bytesToBase64, field, isRecord } from '@antiphon/base'
import { partText } from '../message/content.js'
import {
  type ContentPart,
  TOOL_OUTCOME_KEY,
  type Timing,
  type ToolCall,
  type ToolMessage,
  type ToolOutcome,
} from '../message/types.js'
import type { ToolContent } from './types.js'

/** A file that a tool returned: a `Blob`, a `File`, or bytes. */
export function isFileResult(value: unknown): value is Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer> {
  return value instanceof Blob || value instanceof ArrayBuffer || ArrayBuffer.isView(value)
}

/**
 * The content parts for a file: an image or audio part, for text also a text part that the model can read, unless
 * `withText` is false. A file over the limit is only named.
 */
export async function fileParts(
  value: Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer>,
  withText = true,
): Promise<ContentPart[]> {
  const blob = value instanceof Blob ? value : new Blob([value])
  const type = blob.type.replace(/;.*/, '') || 'application/octet-stream'
  const readable = withText && /^text\/|^application\/(?:json|xml|yaml)$|\+(?:json|xml)$/.test(type)
  // Named first, since its text may be cut. It is not read: its base64 text would take several times its size.
  if (blob.size > MAX_FILE_BYTES) {
    const words = leftOut(`a file (${type})`, blob.size)
    return readable ? [words, { type: 'text', text: await blob.text() }] : [words]
  }
  const base64 = bytesToBase64(new Uint8Array(await blob.arrayBuffer()))
  const url = `data:${type};base64,${base64}`
  if (type.startsWith('image/')) return [{ type: 'image_url', image_url: { url } }]
  const audio = /^audio\/(?:x-)?(wav|mpeg|mp3)$/.exec(type)
  if (audio) {
    const format = audio[1] === 'mpeg' ? 'mp3' : audio[1]!
    return [{ type: 'input_audio', input_audio: { data: base64, format } }]
  }
  const name = 'name' in blob && typeof blob.name === 'string' && blob.name
  const file: ContentPart = { type: 'file', file: { file_data: url, ...(name && { filename: name }) } }
  return readable ? [{ type: 'text', text: await blob.text() }, file] : [file]
}

/** Bytes of pictures, sound and files that one result may have together: they go to the model with each request. */
export const MAX_FILE_BYTES = 10_000_000
const MAX_PARTS = 1_000

/**
 * A result within its limits: `maxLength` characters of text, `MAX_FILE_BYTES` of files, 1,000 parts. Words replace what is
 * left out, so that model and reader know that there was more.
 */
export function limitContent(content: string | ContentPart[], maxLength: number): string | ContentPart[] {
  if (typeof content === 'string') return cutText(content, maxLength)
  const total = content.reduce((sum, part) => sum + (partText(part)?.length ?? 0), 0)
  let text = maxLength
  let bytes = MAX_FILE_BYTES
  let isCut = false
  const kept: ContentPart[] = []
  for (const part of content) {
    const own = partText(part)
    if (own === undefined) {
      const size = sizeOf(part)
      const fits = size <= bytes
      kept.push(fits ? part : leftOut(nameOf(part), size))
      if (fits) bytes -= size
    } else if (own.length <= text) {
      kept.push(part)
      text -= own.length
    } else if (!isCut) {
      const head = headOf(own, text)
      const length = maxLength - text + head.length
      const words = `${head}\n[Cut: the first ${length} of ${total} characters are above.]`
      kept.push({ ...part, type: 'text', text: words })
      text = 0
      isCut = true
    }
  }
  const more = kept.length - MAX_PARTS
  if (more <= 0) return kept
  return [...kept.slice(0, MAX_PARTS), { type: 'text', text: `[Left out: ${more} more parts.]` }]
}

/** The words in place of a file that is too large. */
function leftOut(what: string, bytes: number): ContentPart {
  const size = (bytes / 1_000_000).toFixed(1)
  return {
    type: 'text',
    text: `[Left out: ${what} of ${size} MB. The pictures, sound and files of one result may have ${MAX_FILE_BYTES / 1_000_000} MB together.]`,
  }
}

/** Size in bytes: four characters of base64 are three bytes. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return Math.floor((value.length * 3) / 4)
  return Object.values(value ?? {}).reduce((sum: number, inner: unknown) => sum + sizeOf(inner), 0)
}

function nameOf({ type }: ContentPart): string {
  if (type === 'image_url') return 'an image'
  if (type === 'input_audio') return 'sound'
  return type === 'file' ? 'a file' : `a part of the kind "${headOf(type, 50)}"`
}

/** Characters of JSON up to which a structured value is kept as `details` for the screen. */
const MAX_DETAILS_LENGTH = 4_000_000
/** Default of `maxResultLength`: some 50,000 tokens. */
const MAX_RESULT_LENGTH = 200_000

/**
 * The JSON text of what a tool returned, written once: `content` and `details` come from the same text.
 *
 * @throws TypeError with words for developers, when JSON cannot hold the value. Without it the value would be lost in
 * silence.
 */
export function serialiseResult(value: unknown): string {
  let text: string | undefined
  try {
    text = JSON.stringify(value, explain)
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    const why = /circular|cyclic/i.test(said) ? 'it contains itself' : said
    throw new TypeError(
      `The tool ran, but its result cannot be written as JSON: ${why.replace(/\.$/, '')}.`,
      {
        cause: error,
      },
    )
  }
  if (text === undefined) {
    throw new TypeError(`The tool ran, but its result cannot be written as JSON: it is a ${typeof value}.`)
  }
  return text
}

/** Finds values that JSON would lose (`{}` for a Map) or fail on, and names them. */
function explain(key: string, value: unknown): unknown {
  const where = key === '' ? '' : ` in "${key}"`
  if (typeof value === 'bigint') throw new TypeError(`a BigInt${where}; return a number or a string`)
  if (isHollow(value)) {
    throw new TypeError(
      `a ${value.constructor?.name || 'special object'}${where}; return a plain object or an array`,
    )
  }
  if (value instanceof Error) return { name: value.name, message: value.message }
  return value
}

/** An object of a class whose content is not in fields (a Map, a Response, a generator): JSON would say `{}`. */
function isHollow(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Error)
    return false
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === null) return false
  if (Object.keys(value).length > 0) return false
  // A boxed number or text is written as what it holds.
  const valueOf: unknown = Reflect.get(value, 'valueOf')
  return typeof valueOf !== 'function' || typeof valueOf.call(value) === 'object'
}

/** `text` cut to the model's limit, with words at the cut, never inside a character. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text
  const kept = headOf(text, limit)
  return `${kept}\n[Cut: the first ${kept.length} of ${text.length} characters are above.]`
}

/** At most `limit` units of `text`, never half a character. */
export function headOf(text: string, limit: number): string {
  const inPair = text.length > limit && /[\ud800-\udbff]/.test(text.charAt(limit - 1))
  return text.slice(0, inPair ? limit - 1 : limit)
}

/** The result of a tool that returned undefined. An empty text would look like a lost result. */
const NOTHING_RETURNED = 'The tool ran and returned nothing.'

/** Under `metadata` of a tool message: the JSON of the arguments that ran, when a person changed them. */
const CHANGED_ARGUMENTS_KEY = 'antiphon.arguments'

export interface ResultOptions {
  timing?: Timing
  /** Characters that the model gets to read, of all parts together. Default 200,000. */
  maxLength?: number
}

/**
 * More than the outcome says, in `metadata['antiphon.failure']` of a result that the chat itself wrote: a reload interrupted the call, the
 * thread could not be stored before it, the check or the question failed, or the tool threw without words.
 */
export type ToolFailureCode = 'interrupted' | 'unstored' | 'unchecked' | 'unexplained'

interface FailureOptions extends ResultOptions {
  code?: ToolFailureCode | undefined
}

const UNEXPLAINED = 'The tool failed without saying why.'

/**
 * The message that answers `call` with the value of its tool. Text stays as it is, even when it is empty; 0, false and null
 * become JSON; undefined becomes words; parts and files become parts; any other value becomes JSON, and is kept in `details`
 * too. A value that JSON cannot hold becomes a failure in words. A value over the limits is cut or left out, and words say
 * so. Never rejects.
 */
export async function toolResult(
  call: ToolCall,
  value: unknown,
  options: ResultOptions = {},
): Promise<ToolMessage> {
  try {
    return withContent(call, await readResult(value), options)
  } catch (error) {
    return toolFailure(call, 'failed', thrownText(error), options)
  }
}

/** The message that answers `call` when it did not run or did not succeed. The model reads `content`. */
export function toolFailure(
  call: ToolCall,
  outcome: ToolOutcome,
  content: string,
  { code = content === UNEXPLAINED ? 'unexplained' : undefined, ...options }: FailureOptions = {},
): ToolMessage {
  const metadata = { [TOOL_OUTCOME_KEY]: outcome, ...(code && { 'antiphon.failure': code }) }
  return { ...withContent(call, { content }, options), isError: true, metadata }
}

/**
 * Tells the model that the call ran with changed arguments. The call keeps the original ones; the screen finds the new ones
 * in `metadata`.
 */
export function noteChange(result: ToolMessage, argumentsText: string): ToolMessage {
  const note = `The user changed the arguments of this call to ${cutText(argumentsText, 2_000)}. Its result:\n`
  const { content } = result
  return {
    ...result,
    content: typeof content === 'string' ? note + content : [{ type: 'text', text: note }, ...content],
    metadata: { [CHANGED_ARGUMENTS_KEY]: argumentsText, ...result.metadata },
  }
}

/** A text as it is and any other value as JSON, so that nothing but text enters the thread. Empty where there is none. */
export function textFrom(value: unknown): string {
  try {
    return typeof value === 'string' ? value : value == null ? '' : serialiseResult(value)
  } catch {
    return ''
  }
}

/** The message of a thrown value of any kind. */
export function thrownText(error: unknown): string {
  let text = ''
  try {
    text = error instanceof Error ? textFrom(error.message) || textFrom(error.name) : textFrom(error)
  } catch {
    // A getter that throws says nothing.
  }
  return text || UNEXPLAINED
}

async function readResult(value: unknown): Promise<ToolContent> {
  if (typeof value === 'string') return { content: value }
  if (value === undefined) return { content: NOTHING_RETURNED }
  if (value instanceof Error) throw value
  if (isFileResult(value)) return { content: await fileParts(value) }
  if (isToolContent(value)) {
    const { content, details, isError } = value
    return {
      content: typeof content === 'string' ? content : (await Promise.all(content.map(readParts))).flat(),
      isError,
      ...(details !== undefined && { details: kept(serialiseResult(details)) }),
    }
  }
  const content = serialiseResult(value)
  return { content, details: kept(content) }
}

/** Reads one part of a tool's content. A file stays a file: its text is not added, because the tool wrote its own text. */
const readParts = async (part: unknown): Promise<ContentPart[]> =>
  part instanceof Blob ? fileParts(part, false) : [JSON.parse(serialiseResult(part)) as ContentPart]

/** Read back from its text, so that no later change of the tool's own object reaches the thread. */
function kept(json: string): unknown {
  return json.length <= MAX_DETAILS_LENGTH ? JSON.parse(json) : undefined
}

function withContent(
  call: ToolCall,
  { content, details, isError }: ToolContent,
  { timing, maxLength = MAX_RESULT_LENGTH }: ResultOptions,
): ToolMessage {
  const message: ToolMessage = {
    role: 'tool',
    tool_call_id: call.id,
    content: limitContent(content, maxLength),
    toolName: call.function.name,
  }
  if (details !== undefined) message.details = details
  if (isError) message.isError = true
  if (timing) message.timing = timing
  return message
}

function isToolContent(value: unknown): value is ToolContent {
  if (!isRecord(value)) return false
  const { content } = value
  return (
    (typeof content === 'string' || (Array.isArray(content) && content.every(isPart))) &&
    Object.keys(value).every((key) => /^(content|details|isError)$/.test(key))
  )
}

function isPart(part: unknown): boolean {
  return part instanceof Blob || typeof field(part, 'type') === 'string'
}
