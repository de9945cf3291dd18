import { type Message, pairToolCalls } from '@antiphon/core'
import { isRecord, type JsonObject } from '@antiphon/base'
import { formatNamed } from './find-format.js'
import { readTranscript } from './read-transcript.js'
import { describeRule } from './loss-rules.js'
import { readTools, toolsKey, writeTools } from './tool-definitions.js'
import {
  normalizeError,
  protocolError,
  type Conversation,
  type FormatName,
  type Loss,
  type ReportLoss,
  type TranscriptDocument,
  type TranscriptFormat,
  type TranscriptRead,
  type TranscriptReadOptions,
} from './types.js'
import { countHiddenVersions } from './shared/choices.js'

/** The format to write, and how it is written. */
export interface ConvertOptions extends TranscriptReadOptions {
  /** Default `openai`. */
  to?: FormatName
  /** The shape to write, of those the format has. Default: the format's first, or that of the value for the same format. */
  shape?: string
  /** Style options for formats that can write something in several ways. */
  style?: JsonObject
  /** Throws at the first loss, and at a result without a call. */
  strict?: boolean
  /** Gives what is written in place of what was read, such as the same without secrets. */
  change?: (read: TranscriptRead) => TranscriptRead
}

/** A loss with the side it happened on: places are those of the value (`read`) or of our messages (`write`). */
export interface ConversionLoss extends Loss {
  stage: 'read' | 'write'
}

/** A converted transcript with every loss on the way. */
export interface Conversion {
  /** The document in the other format; a list of documents where the value held several conversations. */
  value: unknown
  from: string
  to: FormatName
  messages: Message[]
  losses: ConversionLoss[]
}

/**
 * Converts a transcript to another format and lists every loss.
 *
 * @throws ChatError of kind `normalize` when the value is not a transcript or could be one of two formats; with `strict` also for
 * a loss, and of kind `protocol` for a result without a call.
 */
export function convertTranscript(value: unknown, options: ConvertOptions = {}): Conversion {
  const { to = 'openai', shape, style, strict = false, change = (whole) => whole } = options
  const readOnly = options.formats?.find(({ name }) => name === (to as string))
  if (readOnly) {
    throw normalizeError(
      `${readOnly.name} is read and not written. Convert to another format, such as openai.`,
      'read_only',
    )
  }
  const target = formatNamed(to)
  const read = change(readTranscript(value, options))
  const losses: ConversionLoss[] = read.losses.map((loss) => ({ ...loss, stage: 'read' }))
  const others = read.others ?? []
  const hidden = countHiddenVersions(read)
  if (hidden > 0)
    losses.push({ rule: 'other_versions', where: '', before: hidden, after: undefined, stage: 'write' })
  const together = others.length === 0 || read.format === to
  const conversations: Conversation[] = together ? [read] : [read, ...others]

  const values = conversations.map(({ messages, document }, i) => {
    const tools = toolsFor(document, to, shape ?? target.shapes[0]!, losses)
    const around = tools ? tools.document : document
    const printed = target.print(messages, { document: around, others: together ? others : [], shape, style })
    if (tools && isRecord(printed.value)) Object.assign(printed.value, tools.fields)
    for (const loss of printed.losses) {
      const where = conversations.length > 1 ? `conversations[${i}].${loss.where}` : loss.where
      losses.push({ ...loss, where, stage: 'write' })
    }
    return printed.value
  })
  if (strict) refuse([read, ...others], losses, target)
  const { format, messages } = read
  return { value: conversations.length > 1 ? values : values[0], from: format, to, messages, losses }
}

/** Definitions of tools, which other systems have too. Other fields around the messages are not converted. */
function toolsFor(
  document: TranscriptDocument,
  to: FormatName,
  shape: string,
  losses: ConversionLoss[],
): { document: TranscriptDocument; fields: JsonObject } | undefined {
  const from = toolsKey(document.format, document.shape)
  const key = toolsKey(to, shape)
  const { fields = {} } = document
  if (from === undefined || key === undefined || document.format === to || fields[from] === undefined)
    return undefined
  const report: ReportLoss = (rule, where, before, after) =>
    losses.push({ rule, where, before, after, stage: 'write' })
  const tools = readTools(document.format, fields, report)
  const { [from]: _, ...rest } = fields
  return { document: { ...document, fields: rest }, fields: { [key]: writeTools(to, tools) } }
}

function refuse(
  conversations: readonly Conversation[],
  losses: readonly Loss[],
  target: TranscriptFormat,
): void {
  for (const { messages } of conversations) {
    const [orphan] = pairToolCalls(messages).orphans
    if (!orphan) continue
    const at = messages.indexOf(orphan)
    throw protocolError(`messages[${at}] is a tool result that answers no call before it.`, 'orphan_result')
  }
  const [loss] = losses
  if (!loss) return
  const more = losses.length > 1 ? ` (and ${losses.length - 1} more)` : ''
  throw normalizeError(
    `As ${target.name} this transcript would lose or change: ${describeRule(loss.rule)}, at ${loss.where || 'the document'}${more}.`,
    loss.rule,
  )
}
