import { describe, expect, it, vi } from 'vitest'
import { createAppBridge, RpcError, type AppHandlers, type AppTraffic } from './app-bridge.js'
import { readAppResource, type AppError } from './app-resource.js'
import { allowOf, appPolicy, frameDocument } from '@antiphon/base'
import { readAppMessage } from './read-app-message.js'

const TYPE = 'text/html;profile=mcp-app'
const noTools = { listTools: async () => ({ tools: [] }), callTool: async () => ({}) }

/** The host's side, with what it sent. */
function open(requests: AppHandlers['requests'] = {}) {
  const sent: object[] = []
  const traffic: AppTraffic[] = []
  const handlers = {
    describe: () => ({ hostInfo: {}, hostCapabilities: {}, hostContext: {} }),
    onReady: vi.fn(),
    onSize: vi.fn(),
    onTeardown: vi.fn(),
    requests,
  }
  const bridge = createAppBridge(
    handlers,
    (message) => sent.push(message),
    (one) => traffic.push(one),
  )
  const say = (message: object): void => bridge.receive({ jsonrpc: '2.0', ...message })
  const begin = (): void => {
    say({ id: 0, method: 'ui/initialize', params: {} })
    say({ method: 'ui/notifications/initialized' })
    sent.length = 0
  }
  return { bridge, sent, traffic, say, begin, ...handlers }
}
/** Requests are answered in a later microtask. */
const settle = () => new Promise((resolve) => setTimeout(resolve))

describe('the host of an app', () => {
  it('takes nothing before the app is ready, but ping and ui/initialize', async () => {
    const asked = vi.fn()
    const { say, sent, onReady, onSize } = open({ 'tools/call': asked })
    say({ method: 'ui/notifications/initialized' })
    say({ id: 1, method: 'tools/call', params: {} })
    say({ id: 2, method: 'ping' })
    say({ method: 'ui/notifications/size-changed', params: { height: 5 } })
    await settle()
    expect(sent).toMatchObject([
      { id: 1, error: { code: -32600 } },
      { id: 2, result: {} },
    ])
    expect([asked, onReady, onSize].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0])
    say({ id: 'a', method: 'ui/initialize', params: {} })
    say({ method: 'ui/notifications/initialized' })
    say({ method: 'ui/notifications/initialized' })
    await settle()
    expect(sent.at(-1)).toMatchObject({ id: 'a', result: { protocolVersion: '2026-01-26' } })
    expect(onReady).toHaveBeenCalledTimes(1)
  })

  it('answers each request once, with what was thrown as an error, and not after it was cancelled', async () => {
    let aborted = false
    const { say, sent, begin } = open({
      good: () => ({ a: 1 }),
      refused: () => {
        throw new RpcError(-32000, 'No.')
      },
      slow: (_, signal) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () => {
            aborted = true
            resolve({})
          }),
        ),
    })
    begin()
    say({ id: 1, method: 'good' })
    say({ id: 2, method: 'refused' })
    say({ id: 3, method: 'slow' })
    say({ id: 3, method: 'good' })
    say({ id: 4, method: 'hasOwnProperty' })
    say({ method: 'notifications/cancelled', params: { requestId: 3 } })
    await settle()
    expect(aborted).toBe(true)
    expect(sent).toHaveLength(4)
    expect(sent).toEqual(
      expect.arrayContaining([
        { jsonrpc: '2.0', id: 1, result: { a: 1 } },
        { jsonrpc: '2.0', id: 2, error: { code: -32000, message: 'No.' } },
        expect.objectContaining({ id: 3, error: expect.objectContaining({ code: -32600 }) as object }),
        expect.objectContaining({ id: 4, error: expect.objectContaining({ code: -32601 }) as object }),
      ]),
    )
  })

  it('has at most 32 requests under way, and stops them when it is closed', async () => {
    const signals: AbortSignal[] = []
    const { bridge, say, sent, begin } = open({
      slow: (_, signal) => {
        signals.push(signal)
        return new Promise(() => {})
      },
    })
    begin()
    for (let id = 1; id <= 40; id++) say({ id, method: 'slow' })
    await settle()
    expect(sent).toHaveLength(8)
    bridge.close()
    expect(signals.filter(({ aborted }) => aborted)).toHaveLength(32)
    say({ id: 50, method: 'ping' })
    bridge.notify('late', {})
    expect(sent).toHaveLength(8)
  })
})

describe('a message of an app', () => {
  it.each([
    null,
    'text',
    [],
    { jsonrpc: '2.0' },
    { jsonrpc: '2.0', id: {}, method: 'a' },
    { jsonrpc: '2.0', id: 1, method: 'a', params: 5 },
    { jsonrpc: '2.0', id: 1, result: 1, error: {} },
    { jsonrpc: '2.0', method: 'x'.repeat(201) },
    { jsonrpc: '2.0', method: 'a', params: { text: 'x'.repeat(2_000_001) } },
    { jsonrpc: '2.0', method: 'a', params: { many: Array.from({ length: 20_001 }, () => 0) } },
    { jsonrpc: '2.0', method: 'a', params: { when: new Date(0) } },
    Object.create({ jsonrpc: '2.0', method: 'a' }) as object,
  ])('that is none is not read: %j', (data) => {
    expect(readAppMessage(data)).toBe(null)
  })

  it('is a copy that pollutes nothing', () => {
    const data: unknown = JSON.parse('{"jsonrpc":"2.0","method":"a","params":{"__proto__":{"polluted":1}}}')
    const read = readAppMessage(data)
    expect(read).toMatchObject({ type: 'notification', method: 'a' })
    expect(Object.hasOwn((read as { params: object }).params, '__proto__')).toBe(true)
    expect(({} as Record<string, unknown>)['polluted']).toBe(undefined)
  })
})

describe('the page of an app', () => {
  const read = (content: object | undefined, uri = 'ui://a'): ReturnType<typeof readAppResource> =>
    readAppResource(
      {
        uri,
        client: {
          ...noTools,
          readResource: async () => ({ contents: content ? [{ uri, ...content }] : [] }),
        },
      },
      { signal: new AbortController().signal, timeout: 1 },
    )
  const problem = (promise: Promise<unknown>): Promise<unknown> =>
    promise.then(
      () => 'none',
      (error: unknown) => (error as AppError).problem,
    )

  it('is read from text and from bytes, with its domains and permissions', async () => {
    expect(await read({ mimeType: 'text/html; profile=mcp-app', blob: btoa('<p>x') })).toMatchObject({
      html: '<p>x',
    })
    const csp = {
      connectDomains: [
        'https://a.example',
        'https://*.b.example:8443/',
        'wss://c.example',
        'http://localhost:3000',
      ],
      resourceDomains: [
        '*',
        'https:',
        "'self'",
        'https://a.example; script-src *',
        'data:',
        'http://a.example',
        5,
      ],
      frameDomains: 'https://a.example',
    }
    const permissions = { camera: {}, microphone: true, usb: {}, clipboardWrite: {} }
    const resource = await read({
      mimeType: TYPE,
      text: '<p>',
      _meta: { ui: { csp, permissions, prefersBorder: false } },
    })
    expect(resource).toEqual({
      html: '<p>',
      domains: {
        connect: [
          'https://a.example',
          'https://*.b.example:8443',
          'wss://c.example',
          'http://localhost:3000',
        ],
        resource: [],
        frame: [],
        baseUri: [],
      },
      permissions: ['camera', 'clipboardWrite'],
      prefersBorder: false,
    })
    expect(allowOf(resource.permissions)).toBe('camera *; clipboard-write *')
  })

  it('that is missing, of another type, too large or out of reach is a problem with a name', async () => {
    expect(await problem(read(undefined))).toBe('missing')
    expect(await problem(read({ mimeType: TYPE, text: '' }))).toBe('missing')
    expect(await problem(read({ mimeType: 'text/html', text: '<p>' }))).toBe('wrong-type')
    expect(await problem(read({ mimeType: TYPE, text: 'x'.repeat(10_000_001) }))).toBe('too-large')
    const failing = (error: object): Promise<unknown> =>
      problem(
        readAppResource(
          { uri: 'ui://a', client: { ...noTools, readResource: () => Promise.reject(error) } },
          { signal: new AbortController().signal, timeout: 1 },
        ),
      )
    expect(await failing(Object.assign(new Error('gone'), { code: -32002 }))).toBe('missing')
    expect(await failing(new TypeError('Failed to fetch'))).toBe('not-connected')
  })

  it('is under a policy that names what was declared, and nothing else', () => {
    const none = { connect: [], resource: [], frame: [], baseUri: [] }
    const policy = appPolicy(none)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("connect-src 'none'")
    expect(policy).toContain("frame-src 'none'")
    expect(policy).not.toMatch(/https?:|\*/)
    expect(appPolicy({ ...none, connect: ['https://a.example'] })).toContain('connect-src https://a.example;')
    expect(frameDocument(none)).toContain('http-equiv="Content-Security-Policy"')
  })
})
