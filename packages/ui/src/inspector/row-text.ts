import type { Timeline, WireRow } from '@antiphon/core/devtools'
import { isRecord } from '../lib/read-json.js'
import { jsonText } from '../lib/json-text.js'

const PEEK_BYTES = 2_000
const PEEK = 240

/** What a row is about in one line: of a chunk what is new in it, of anything else the beginning as it came. */
export function rowPeek({ exchange }: Timeline, { start, end, kind }: WireRow): string {
  const text = decode(exchange.body.slice(start, Math.min(end, start + PEEK_BYTES))).trim()
  if (kind === 'unparsed') return oneLine(text)
  const value = kind === 'data' ? rowValues(text)?.[0] : undefined
  const news = value === undefined ? undefined : newsOf(value)
  return oneLine(news ?? text.replace(/^data: ?/, ''))
}

function oneLine(text: string): string {
  return text.slice(0, PEEK).replaceAll(/\s+/g, ' ')
}

/** Nearly all of a chunk is the same in every one: the id, the model, the time. */
function newsOf(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined
  const { choices, usage, error } = value
  const news: Record<string, unknown> = {}
  const [choice, ...others] = Array.isArray(choices) ? choices : []
  if (isRecord(choice)) {
    for (const key of ['delta', 'message', 'text', 'finish_reason']) if (choice[key]) news[key] = choice[key]
  }
  if (others.length > 0) news['choices'] = others
  if (usage) news['usage'] = usage
  if (error) news['error'] = error
  return Object.keys(news).length > 0 ? jsonText(news) : undefined
}

/** The whole row as it came. */
export function rowText({ exchange }: Timeline, { start, end }: WireRow): string {
  return decode(exchange.body.slice(start, end))
}

/** The JSON values in a row, for a tree; undefined when there are none. */
export function rowValues(text: string): unknown[] | undefined {
  const payload = text
    .split(/\r\n|\r|\n/)
    .filter((line) => !/^(?:event|id|retry|:)/.test(line))
    .map((line) => line.replace(/^(?:data|error): ?/, ''))
    .join('\n')
  try {
    return [JSON.parse(payload)]
  } catch {
    return undefined
  }
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}
