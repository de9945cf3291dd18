import { describe, expect, test, vi } from 'vitest'
import { ChatError, isChatError, type ChatErrorData } from './chat-error.js'
import { toChatErrorData } from './to-chat-error-data.js'

const data: ChatErrorData = {
  kind: 'rate_limit',
  message: 'slow',
  status: 429,
  requestId: 'r',
  retryAfterMs: 3,
}

describe('ChatError', () => {
  test('is an Error with its data at hand', () => {
    const error = new ChatError(data, { cause: 'x' })
    expect(error).toBeInstanceOf(Error)
    expect([
      error.message,
      error.kind,
      error.status,
      error.requestId,
      error.retryAfterMs,
      error.cause,
    ]).toEqual(['slow', 'rate_limit', 429, 'r', 3, 'x'])
    expect(JSON.parse(JSON.stringify(error))).toEqual(data)
    expect(Object.keys(error)).not.toContain('Symbol(antiphon.ChatError)')
  })

  test('of another copy of the package is recognised', async () => {
    vi.resetModules()
    const copy = await import('./chat-error.js')
    expect(copy.ChatError).not.toBe(ChatError)
    const foreign = new copy.ChatError(data)
    expect(foreign).not.toBeInstanceOf(ChatError)
    expect(isChatError(foreign)).toBe(true)
    expect(isChatError(new Error('slow'))).toBe(false)
    expect(isChatError(data)).toBe(false)
    expect(isChatError(null)).toBe(false)
  })
})

describe('anything thrown becomes data', () => {
  test.each<[string, unknown, Partial<ChatErrorData>]>([
    ['ChatError', new ChatError(data), data],
    ['data', data, data],
    ['abort', new DOMException('The user aborted', 'AbortError'), { kind: 'aborted' }],
    ['abort signal reason', AbortSignal.abort().reason, { kind: 'aborted' }],
    ['timeout', new DOMException('took too long', 'TimeoutError'), { kind: 'timeout' }],
    ['Chrome', new TypeError('Failed to fetch'), { kind: 'network_or_cors' }],
    ['Safari', new TypeError('Load failed'), { kind: 'network_or_cors' }],
    [
      'Firefox',
      new TypeError('NetworkError when attempting to fetch resource.'),
      { kind: 'network_or_cors' },
    ],
    ['Firefox, body', new TypeError('Error in input stream'), { kind: 'network_or_cors' }],
    [
      'Node',
      new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) }),
      { kind: 'network_or_cors', code: 'ECONNREFUSED' },
    ],
    ['Node, body cut', new TypeError('terminated'), { kind: 'network_or_cors' }],
    [
      'socket',
      Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
      { kind: 'network_or_cors' },
    ],
    [
      'undici timeout',
      Object.assign(new Error('Headers Timeout'), { code: 'UND_ERR_HEADERS_TIMEOUT' }),
      { kind: 'timeout' },
    ],
    ['a bug', new TypeError('x is not a function'), { kind: 'provider', message: 'x is not a function' }],
    ['text', 'broken', { kind: 'provider', message: 'broken' }],
    ['nothing', undefined, { kind: 'provider' }],
    ['null', null, { kind: 'provider' }],
    ['an object', { a: 1n }, { kind: 'provider' }],
  ])('%s', (_name, thrown, expected) => {
    const found = toChatErrorData(thrown)
    expect(found).toMatchObject(expected)
    expect(found.message).not.toBe('')
  })

  test('notes host and time', () => {
    expect(toChatErrorData(new TypeError('Failed to fetch'), { host: 'h', now: () => 1 })).toMatchObject({
      host: 'h',
      occurredAt: 1,
    })
  })
})
