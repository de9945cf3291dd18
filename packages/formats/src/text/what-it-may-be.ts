import { isRecord } from './is-record.js'

/** What gives something away, and what it may be then. The first that fits counts. */
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

/** What a file that is in no format of the kit may be, in one sentence. */
export function whatItMayBe(text: string): string {
  const beginning = text.slice(0, BEGINNING)
  // The first byte of gzip.
  if (text.charCodeAt(0) === 0x1f) return 'It may be compressed (gzip): unpack it first.'
  const found = SIGNS.find(([sign]) => sign.test(beginning))
  if (found) return found[1]
  const value = parse(text)
  if (Array.isArray(value)) return `It is a JSON list of ${value.length}.`
  if (isRecord(value)) {
    const keys = Object.keys(value)
      .slice(0, 5)
      .map((key) => JSON.stringify(key.slice(0, 30)))
    return keys.length > 0 ? `It is JSON with ${keys.join(', ')}.` : 'It is an empty JSON object.'
  }
  if (/^\s*[[{]/.test(beginning)) return 'It may be JSON lines of another system, or JSON that is broken.'
  return /^[^\n,;\t]+[,;\t][^\n]*\n/.test(beginning)
    ? 'It may be a table (CSV) or a log.'
    : 'It may be plain text.'
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
