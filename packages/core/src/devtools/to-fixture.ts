import { compact } from '../errors/is-record.js'
import { bytesToBase64 } from '../formats/shared/bytes.js'
import { createTimeline } from './create-timeline.js'
import type { WireExchange, WireResponse } from './exchange-types.js'

/**
 * A test of one's own from an exchange, as source text: the bytes as they came, read again, and the answer they gave.
 * Times are left out, so that it says the same on every day.
 */
export function toTestFixture(exchange: WireExchange): string {
  const { startedAt: _, ...untimed } = exchange
  const { sendsFinishReason, thinkTags, origin, errorContext } = exchange.reading
  const { startedAt: __, request: ___, ...asked } = origin ?? {}
  const reading = compact({
    sendsFinishReason,
    thinkTags,
    errorContext,
    origin: Object.keys(asked).length > 0 ? asked : undefined,
  })
  const timeline = createTimeline({ ...untimed, reading, end: { how: 'ended', at: 0 } })
  const { message, outcome } = timeline.completion!
  const { response } = exchange
  const about = [exchange.question?.model ?? message.model, errorContext?.host].filter(Boolean).join(' at ')
  const options = Object.keys(reading).length > 0 ? `, ${json(reading)}` : ''
  return `${IMPORTS}
${bodySource(exchange.body.slice())}

test(${json(`reads the answer of ${about || 'a recorded stream'}`)}, async () => {
  const source = ${response ? responseSource(response) : 'body'}
  const { message, outcome } = await collectCompletion(source${options})
  expect(outcome).toBe(${json(outcome)})
  expect(message).toEqual(${json(message)})
})
`
}

const IMPORTS = "import { collectCompletion } from '@antiphon/core'\nimport { expect, test } from 'vitest'\n"

/** Of no use to a reader. */
const IDLE_HEADERS =
  /^(?:date|connection|keep-alive|transfer-encoding|content-length|access-control-.+|vary|server|alt-svc|strict-.+)$/

function responseSource({ status, statusText, headers }: WireResponse): string {
  const kept = Object.entries(headers).filter(([name]) => !IDLE_HEADERS.test(name))
  const options = { status, statusText: statusText || undefined, headers: Object.fromEntries(kept) }
  return `new Response(body, ${json(options)})`
}

/** As text, line by line, where it is text. */
function bodySource(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    const lines = text.split(/(?<=\n)/).map((line) => `  ${json(line)},`)
    return `const body = [\n${lines.join('\n')}\n].join('')`
  } catch {
    return `// Not all of it is text.
const body = Uint8Array.from(atob(${json(bytesToBase64(bytes))}), (char) => char.charCodeAt(0))`
  }
}

/** JSON is JavaScript. */
function json(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')
}
