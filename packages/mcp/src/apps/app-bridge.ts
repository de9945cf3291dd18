import { isRecord } from '@antiphon/base'
import { readAppMessage, type RpcId } from './read-app-message.js'

/** Versions of the protocol that are spoken here, the newest first. */
const PROTOCOL_VERSION = '2026-01-26'

/** A failure that an app is told with a code of JSON-RPC. */
export class RpcError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

const INVALID_REQUEST = -32600
const METHOD_NOT_FOUND = -32601
export const INVALID_PARAMS = -32602
const INTERNAL = -32603
/** Refused by the person or by a rule. */
export const REFUSED = -32000

export type AppParams = Readonly<Record<string, unknown>>

/** Handlers of the host for an app. The app gets an error when one throws. */
export interface AppHandlers {
  /** The answer to `ui/initialize`. */
  describe(): { hostCapabilities: object; hostContext: object; hostInfo: object }
  /** The app is ready; from now on it may be told things. */
  onReady(): void
  onSize(size: { width?: number; height?: number }): void
  /** The app asks to be closed. */
  onTeardown(): void
  /** By method. */
  requests: Readonly<Record<string, (params: AppParams, signal: AbortSignal) => unknown>>
}

/** One message between app and host, for development tools. */
export interface AppTraffic {
  from: 'app' | 'host'
  /** JSON-RPC as it was sent. */
  message: Readonly<Record<string, unknown>>
}

export interface AppBridge {
  /** A message from the frame, of any kind. */
  receive(data: unknown): void
  notify(method: string, params: object): void
  /** @returns the app's answer; rejects when there is none within `timeout` ms. */
  request(method: string, params: object, timeout: number): Promise<unknown>
  /** Stops what the app has asked for. Nothing is sent or taken any more. */
  close(): void
  readonly isReady: boolean
}

/** Requests of an app that are under way at the same time. */
const MAX_OPEN = 32

/** The host's side of MCP Apps (2026-01-26): JSON-RPC, in the order that the specification has. */
export function createAppBridge(
  handlers: AppHandlers,
  post: (message: object) => void,
  onTraffic: (traffic: AppTraffic) => void = () => {},
): AppBridge {
  let phase: 'new' | 'initialized' | 'ready' | 'closed' = 'new'
  let lastId = 0
  const open = new Map<RpcId, AbortController>()
  const asked = new Map<RpcId, { resolve(value: unknown): void; reject(error: Error): void }>()

  const send = (message: Readonly<Record<string, unknown>>): void => {
    if (phase === 'closed') return
    onTraffic({ from: 'host', message })
    post(message)
  }
  const fail = (id: RpcId, code: number, message: string): void =>
    send({ jsonrpc: '2.0', id, error: { code, message } })

  const answer = async (id: RpcId, method: string, params: AppParams): Promise<void> => {
    if (method === 'ping') return send({ jsonrpc: '2.0', id, result: {} })
    if (method === 'ui/initialize') {
      if (phase !== 'new') return fail(id, INVALID_REQUEST, 'The app is initialized already.')
      phase = 'initialized'
      return send({
        jsonrpc: '2.0',
        id,
        result: { protocolVersion: PROTOCOL_VERSION, ...handlers.describe() },
      })
    }
    if (phase !== 'ready')
      return fail(id, INVALID_REQUEST, 'Send ui/initialize and ui/notifications/initialized first.')
    const handler = Object.hasOwn(handlers.requests, method) ? handlers.requests[method] : undefined
    if (!handler) return fail(id, METHOD_NOT_FOUND, `This host does not know the method "${method}".`)
    if (open.has(id)) return fail(id, INVALID_REQUEST, 'A request with this id is under way.')
    if (open.size >= MAX_OPEN) return fail(id, REFUSED, `${MAX_OPEN} requests are under way already.`)
    const stop = new AbortController()
    open.set(id, stop)
    try {
      const result: unknown = await handler(params, stop.signal)
      if (!stop.signal.aborted) send({ jsonrpc: '2.0', id, result: result ?? {} })
    } catch (error) {
      const code = error instanceof RpcError ? error.code : INTERNAL
      if (!stop.signal.aborted) fail(id, code, error instanceof Error ? error.message : String(error))
    } finally {
      if (open.get(id) === stop) open.delete(id)
    }
  }

  const hear = (method: string, params: AppParams): void => {
    if (method === 'ui/notifications/initialized') {
      if (phase !== 'initialized') return
      phase = 'ready'
      handlers.onReady()
    } else if (method === 'notifications/cancelled') {
      open.get(params['requestId'] as RpcId)?.abort()
    } else if (phase !== 'ready') return
    else if (method === 'ui/notifications/size-changed') {
      const [width, height] = [lengthOf(params['width']), lengthOf(params['height'])]
      handlers.onSize({ ...(width !== undefined && { width }), ...(height !== undefined && { height }) })
    } else if (method === 'ui/notifications/request-teardown') handlers.onTeardown()
  }

  return {
    get isReady() {
      return phase === 'ready'
    },
    receive(data) {
      if (phase === 'closed') return
      const message = readAppMessage(data)
      if (!message) return
      const { type: _, ...rest } = message
      onTraffic({ from: 'app', message: { jsonrpc: '2.0', ...rest } })
      if (message.type === 'request') void answer(message.id, message.method, message.params)
      else if (message.type === 'notification') hear(message.method, message.params)
      else {
        const waiting = asked.get(message.id)
        asked.delete(message.id)
        if (message.error === undefined) waiting?.resolve(message.result)
        else
          waiting?.reject(new Error(isRecord(message.error) ? String(message.error['message']) : 'refused'))
      }
    },
    notify: (method, params) => send({ jsonrpc: '2.0', method, params }),
    request(method, params, timeout) {
      if (phase === 'closed') return Promise.reject(new Error('closed'))
      const id = `host-${++lastId}`
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          asked.delete(id)
          reject(new Error(`No answer to ${method} within ${timeout} ms.`))
        }, timeout)
        const settle =
          <T>(run: (value: T) => void) =>
          (value: T): void => {
            clearTimeout(timer)
            run(value)
          }
        asked.set(id, { resolve: settle(resolve), reject: settle(reject) })
        send({ jsonrpc: '2.0', id, method, params })
      })
    },
    close() {
      phase = 'closed'
      for (const stop of open.values()) stop.abort()
      open.clear()
      for (const { reject } of asked.values()) reject(new Error('closed'))
      asked.clear()
    },
  }
}

function lengthOf(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 ? value : undefined
}
