import { isRecord, locateJsonError } from '@antiphon/base'

/** Characters of a text that a refusal looks at. */
export const HEAD = 16_384

/** How files begin that hold no text, decoded as one, and what to do with them. */
const BINARY: readonly [begins: readonly string[], hint: string][] = [
  [
    ['SQLite format 3'],
    'It is an SQLite database: export the session, as with opencode export or goose session export.',
  ],
  [['PAR1', 'ARROW1'], 'It is a Parquet or Arrow file: save it as JSON lines.'],
  [['%PDF-'], 'It is a PDF: open the file that it was made from.'],
  [['\uFFFDPNG', 'GIF8', '\uFFFD\uFFFD\uFFFD\uFFFD\0\u0010JFIF'], 'It is a picture.'],
  [['PK\u0003\u0004'], 'It is a ZIP archive: unpack it, or open it with @antiphon/sessions.'],
  [['\u001F'], 'It is compressed (gzip): unpack it.'],
  [['(\uFFFD/\uFFFD'], 'It is compressed (Zstandard): unpack it.'],
]

/** Patterns of known kinds of files, each with a hint. The first match counts. */
const SIGNS: readonly [RegExp, string][] = [
  [
    /:event-type\W+(?:chunk|messageStart|contentBlock)/,
    'It may be a binary event stream of Bedrock: decode its frames.',
  ],
  [/^(?:[0-9a-g]|[0-9a-f]{2}):(?:"|\[|\{)/m, 'It may be a data stream of AI SDK 4: save the messages.'],
  [
    /^event:\s*(?:values|updates|messages(?:\/\w+)?|metadata)\s*$/m,
    'It may be a stream of a LangGraph server: save the state of its thread.',
  ],
  [/"jsonrpc"\s*:\s*"2\.0"/, 'It may be a log of MCP or of JSON-RPC.'],
  [
    /"log"\s*:\s*\{\s*"version"[^]*"entries"/,
    'It may be a HAR file of a browser: save the response of one request.',
  ],
  [/"openapi"\s*:|^openapi:/m, 'It may be an OpenAPI document.'],
  [
    /"(?:dependencies|devDependencies|lockfileVersion)"\s*:/,
    'It may be a manifest or a lock file of a package.',
  ],
  [/^\s*(?:<!doctype|<html|<\?xml)/i, 'It may be a page (HTML or XML): save the data of the chat.'],
  [/^(?:data|event|id):/m, 'It may be an event stream of another system.'],
  [/^[ \t]*(?:- role|messages):/m, 'It may be YAML: save it as JSON.'],
  [/^#{1,3} /m, 'It may be Markdown.'],
]

const binaryHint = (head: string): string | undefined =>
  BINARY.find(([begins]) => begins.some((sign) => head.startsWith(sign)))?.[1]

/** Whether a file cannot be a text, by its beginning. */
export const isBinary = (head: string): boolean => binaryHint(head) !== undefined

/** Why a text holds nothing to read, by its beginning. `isAll`: there is no more of it. */
export function whyNothing(head: string, isAll: boolean): string {
  if (isAll && head.trim() === '') return 'There is nothing to read: the text is empty.'
  if (!/^\s*[[{"]/.test(head))
    return `The text is not JSON, JSON lines or an event stream. ${whatTextMayBe(head)}`
  const found = locateJsonError(head)
  if (!found) return 'The text is not JSON.'
  if (!isAll && found.position >= head.trimEnd().length) return 'The text is not JSON that a format reads.'
  const before = head.slice(0, found.position).split('\n')
  const place = `line ${before.length}, column ${before.at(-1)!.length + 1}`
  const ends = found.position >= head.trimEnd().length
  return `The text is not JSON: ${ends ? 'it breaks off' : 'it cannot be read on'} at ${place}, where ${found.expected} is expected.`
}

/** Why a value or an event stream is in no format, and what it may be. */
export function whyUnknown(input: unknown): string {
  const said = 'This is not a transcript that this kit reads.'
  return `${said} ${typeof input === 'string' ? whatTextMayBe(input.slice(0, HEAD)) : whatValueMayBe(input)}`.trimEnd()
}

/** Guesses in one sentence what a text may be. */
export function whatTextMayBe(head: string): string {
  const found = binaryHint(head) ?? SIGNS.find(([sign]) => sign.test(head))?.[1]
  if (found !== undefined) return found
  return /^[^\n,;\t]+[,;\t][^\n]*\n/.test(head)
    ? 'It may be a table (CSV) or a log.'
    : 'It may be plain text.'
}

function whatValueMayBe(value: unknown): string {
  const found = SIGNS.find(([sign]) => sign.test(outlineOf(value)))
  if (found) return found[1]
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value
    return `It is a list of ${list.length}${isRecord(list[0]) ? ` whose first entry has ${keysOf(list[0])}` : ''}.`
  }
  if (isRecord(value))
    return Object.keys(value).length > 0 ? `It is JSON with ${keysOf(value)}.` : 'It is an empty JSON object.'
  return ''
}

/** The first keys and values of a value as JSON, down to a few levels: a value may be long. */
function outlineOf(value: unknown, level = 0): string {
  const inner = (entry: unknown): string => (level > 3 ? '' : outlineOf(entry, level + 1))
  if (Array.isArray(value)) return `[${value.slice(0, 3).map(inner).join(',')}]`
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 20))
  if (!isRecord(value)) return String(value)
  const pairs = Object.entries(value).slice(0, 20)
  return `{${pairs.map(([key, entry]) => `${JSON.stringify(key.slice(0, 20))}:${inner(entry)}`).join(',')}}`
}

const keysOf = (value: object): string =>
  Object.keys(value)
    .slice(0, 4)
    .map((key) => JSON.stringify(key.slice(0, 15)))
    .join(', ')
