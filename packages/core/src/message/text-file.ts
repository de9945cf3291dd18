import { base64ToBytes, field, textOf } from '@antiphon/base'

/** A text file that a `file` part holds. */
export interface TextFile {
  /** Absent when the part has none. */
  name?: string
  /** Such as `application/json`, in lower case, without parameters. */
  mediaType: string
  text: string
}

/** `text/…`, and the types that are text by another name. */
const textData =
  /^data:(text\/[\w.+-]+|image\/svg\+xml|application\/(?:[\w.-]+\+|x-)?(?:json|xml|yaml|toml|javascript|sql|ndjson|sh))(?:;[^;,]*)*;base64,/i

/**
 * The text file in a content part: `{ type: 'file', file: { filename, file_data: 'data:text/csv;base64,…' } }`.
 * Undefined for any other part, for other types of files, and for data that is not UTF-8 text.
 */
export function readTextFile(part: unknown): TextFile | undefined {
  const file = field(part, 'file')
  const data = textOf(field(file, 'file_data'))
  const head = data && textData.exec(data.slice(0, 200))
  if (!head || field(part, 'type') !== 'file') return undefined
  const name = textOf(field(file, 'filename'))
  const text = textOfFile(file as object, data, head[0].length)
  return text === undefined ? undefined : { ...(name && { name }), mediaType: head[1]!.toLowerCase(), text }
}

/** The texts of files that were read: each question sends all files of its conversation, and most are those of the one before. */
const texts = new WeakMap<object, { data: string; text: string | undefined }>()

function textOfFile(file: object, data: string, start: number): string | undefined {
  const known = texts.get(file)
  if (known?.data === data) return known.text
  const text = decodeText(data.slice(start))
  texts.set(file, { data, text })
  return text
}

function decodeText(base64: string): string | undefined {
  try {
    const bytes = base64ToBytes(base64)
    return bytes && new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** A text file as a model reads it where it takes no files: under its name, in a fence that its text cannot close. */
export function textFileToText({ name = 'file', mediaType, text }: TextFile): string {
  const fence = (text.match(/`{3,}/g) ?? []).reduce(
    (longest, run) => (run < longest ? longest : run + '`'),
    '```',
  )
  const language = mediaType.replace(/^.*[/+]|plain/g, '')
  return `\n\nFile ${JSON.stringify(name)}:\n${fence}${language}\n${text.replace(/[^\n]$/, '$&\n')}${fence}\n`
}
