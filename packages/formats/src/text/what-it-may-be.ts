import { isRecord, parseJson } from '@antiphon/base'

/** Patterns of known kinds of files, each with a hint. The first match counts. */
const SIGNS: readonly [RegExp, string][] = [
  [/^SQLite format 3/, 'It may be a database (SQLite): export the sessions in it first.'],
  [/^%PDF-/, 'It may be a PDF.'],
  [
    /:event-type\W+(?:chunk|messageStart|contentBlock)/,
    'It may be a binary event stream of Bedrock: decode its frames first.',
  ],
  [
    /^(?:[0-9a-g]|[0-9a-f]{2}):(?:"|\[|\{)/m,
    'It may be a data stream of AI SDK 4, which had a format of its own.',
  ],
  [
    /^event:\s*(?:values|updates|messages(?:\/\w+)?|metadata)\s*$/m,
    'It may be a stream of a LangGraph server.',
  ],
  [/"jsonrpc"\s*:\s*"2\.0"/, 'It may be a log of MCP or of JSON-RPC.'],
  [
    /"log"\s*:\s*\{\s*"version"[^]*"entries"/,
    'It may be a HAR file of a browser: save the response of one request from it.',
  ],
  [/"openapi"\s*:|^openapi:/m, 'It may be an OpenAPI document.'],
  [
    /"(?:dependencies|devDependencies|lockfileVersion)"\s*:/,
    'It may be a manifest or a lock file of a package.',
  ],
  [/^\s*(?:<!doctype|<html|<\?xml)/i, 'It may be a page (HTML or XML).'],
  [/^(?:data|event|id):/m, 'It may be an event stream of another system.'],
  [/^[ \t]*(?:- role|messages):/m, 'It may be YAML.'],
  [/^#{1,3} /m, 'It may be Markdown.'],
]
const BEGINNING = 16_384

/** Guesses in one sentence what a text or value in none of the kit's formats may be; empty without a guess. */
export function whatItMayBe(input: unknown): string {
  if (typeof input !== 'string') return describeJson(input)
  const beginning = input.slice(0, BEGINNING)
  // The first byte of gzip.
  if (input.charCodeAt(0) === 0x1f) return 'It may be compressed (gzip): unpack it first.'
  const found = SIGNS.find(([sign]) => sign.test(beginning))
  if (found) return found[1]
  const value = parseJson(input)
  if (value !== undefined) return describeJson(value)
  if (/^\s*[[{]/.test(beginning)) return 'It may be JSON lines of another system, or JSON that is broken.'
  return /^[^\n,;\t]+[,;\t][^\n]*\n/.test(beginning)
    ? 'It may be a table (CSV) or a log.'
    : 'It may be plain text.'
}

function describeJson(value: unknown): string {
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value
    return `It is a JSON list of ${list.length}${isRecord(list[0]) ? ` whose first entry has ${keysOf(list[0])}` : ''}.`
  }
  if (isRecord(value))
    return Object.keys(value).length > 0 ? `It is JSON with ${keysOf(value)}.` : 'It is an empty JSON object.'
  return ''
}

const keysOf = (value: object): string =>
  Object.keys(value)
    .slice(0, 5)
    .map((key) => JSON.stringify(key.slice(0, 20)))
    .join(', ')
