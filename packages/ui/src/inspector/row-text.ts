import type { Timeline, WireRow } from '@antiphon/core/devtools'

const PEEK_BYTES = 400

/** The beginning of a row as one line, without the word `data:` that nearly every one has. */
export function rowPeek({ exchange }: Timeline, { start, end, kind }: WireRow): string {
  const text = decode(exchange.body.slice(start, Math.min(end, start + PEEK_BYTES))).trim()
  const line = kind === 'unparsed' ? text : text.replace(/^data: ?/, '')
  return line.replaceAll(/\s+/g, ' ')
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
