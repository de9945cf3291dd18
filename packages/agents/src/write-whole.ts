import { parseJson } from '@antiphon/base'

/**
 * The body of a request with `U+FFFD` for half of a surrogate pair, because strict servers refuse the body and the thread with
 * it. In arguments also where it is an escape: a server finds it when it parses them.
 */
export function writeWhole(body: unknown): string {
  return JSON.stringify(body, (key, value: unknown) => {
    if (typeof value !== 'string') return value
    const inner = key === 'arguments' && /\\ud/i.test(value) ? parseJson(value) : undefined
    return inner === undefined ? value.replaceAll(/\p{Surrogate}/gu, '\ufffd') : writeWhole(inner)
  })
}
