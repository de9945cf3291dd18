import { isChatError } from '../../errors/chat-error.js'
import type { Message } from '../../message/types.js'
import { normalizeError } from '../format-error.js'
import type {
  ParsedTranscript,
  PrintOptions,
  ReportLoss,
  TranscriptDocument,
  TranscriptFormat,
} from '../format-types.js'
import { listLosses } from './compare-messages.js'
import { collectLosses } from './losses.js'
import { plainCopy } from './plain-copy.js'

/** What a format has to state; `defineFormat` adds what is the same for all. */
export interface FormatParts extends Pick<TranscriptFormat, 'name' | 'title' | 'shapes' | 'detect'> {
  /** How the keys of a bag begin in which the format keeps what our message cannot say. Default `<name>.` */
  prefix?: string
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
 * A format whose losses are complete by construction: what was written is read again and compared with the messages it
 * was written from, so that a difference nobody reported is listed all the same.
 */
export function defineFormat(parts: FormatParts): TranscriptFormat {
  const { name, title, shapes, detect, read, write, prefix = `${name}.` } = parts
  return {
    name,
    title,
    shapes,
    detect,
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
      const style = { ...document?.style, ...options.style }
      const value = write(messages, { ...options, document, shape, style }, report)
      if (value === undefined)
        throw normalizeError(`There is no message to write as ${shape} of ${name}.`, 'no_message')
      const again = messages.length === 0 ? [] : readBack(value, read)
      return { value, losses: listLosses(messages, again, prefix, losses) }
    },
  }
}

/** The messages of a written document. A shape that had no place for any of them is no document at all. */
function readBack(value: unknown, read: FormatParts['read']): Message[] {
  try {
    return read(value, () => {}).messages
  } catch (error) {
    if (isChatError(error)) return []
    throw error
  }
}

/** What stood around the messages in a document of another format goes no further. */
function reportDocument({ fields = {}, kept = {} }: TranscriptDocument, report: ReportLoss): void {
  for (const [key, value] of Object.entries(fields)) report('document', key, value, undefined)
  for (const [key, value] of Object.entries(kept)) report('document', `entry ${key}`, value, undefined)
}
