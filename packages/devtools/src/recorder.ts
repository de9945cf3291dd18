import { frameScheduler, type Scheduler } from '@antiphon/core/binding'
import { compact, createListeners } from '@antiphon/base'
import {
  findSecrets,
  maskRequestHeaders,
  maskResponseHeaders,
  maskText,
  maskUrl,
  secretsOf,
} from './masks.js'
import { createWireBody, type GrowingBody } from './read-wire.js'
import type { WireExchange, WireRecovery, WireRequest, WireResponse, WireEnding } from './types.js'

/** How much a recorder keeps. */
export interface RecorderOptions {
  /** Bytes that are kept of all requests and responses together. The oldest exchanges are emptied first. Default 32 MiB. */
  maxBytes?: number
  /** Bytes that are kept of one response. A longer one keeps its beginning, because the rest depends on it. Default 8 MiB. */
  maxExchangeBytes?: number
  /** Exchanges that are listed. Default 500. */
  maxExchanges?: number
  /** Epoch ms. Default: `Date.now`. */
  now?: () => number
  /** When recorded data is published. Default: with the next frame. */
  scheduler?: Scheduler
}

/** Facts about an exchange when it begins. */
export type ExchangeStart = Pick<WireExchange, 'attempt' | 'messageId' | 'question' | 'reading'> & {
  /** Default: its own id. */
  answerId?: string
}

/** Records one exchange. After `end` only `recovered` has an effect. */
export interface ExchangeWriter {
  readonly id: string
  /** The request with its secrets. They are masked here and in everything that follows. */
  sent(request: WireRequest): void
  responded(response: Omit<WireResponse, 'at' | 'headers'> & { headers: Iterable<[string, string]> }): void
  /** How to read the answer. */
  describe(known: Partial<Pick<WireExchange, 'reading' | 'adjustments'>>): void
  bytes(bytes: Uint8Array): void
  end(ending: WireEnding): void
  recovered(recovery: WireRecovery): void
}

/** Holds recorded exchanges within a limit. Subscribers are called at most once per frame. */
export interface Recorder {
  /** Oldest first. An exchange that changed is another object, the list too. */
  getExchanges(): readonly WireExchange[]
  subscribe(listener: () => void): () => void
  begin(start: ExchangeStart): ExchangeWriter
  /** Adds exchanges of a file. */
  add(exchanges: readonly WireExchange[]): void
  clear(): void
  /** How many exchanges were left out of the list altogether. */
  readonly forgotten: number
}

const MIB = 1024 * 1024

/** Creates a recorder. Give it to `recordChat`, and to the inspector that shows what it holds. */
export function createRecorder(options: RecorderOptions = {}): Recorder {
  const { maxBytes = 32 * MIB, maxExchangeBytes = 8 * MIB, maxExchanges = 500 } = options
  const { now = Date.now, scheduler = frameScheduler } = options
  const listeners = createListeners()
  /** By id, in the order of their beginning. */
  const exchanges = new Map<string, WireExchange>()
  let list: readonly WireExchange[] | undefined
  let scheduled = false
  let bytes = 0
  let forgotten = 0
  let last = 0

  function changed(): void {
    list = undefined
    if (scheduled) return
    scheduled = true
    scheduler.schedule(() => {
      scheduled = false
      listeners.notify()
    })
  }

  function put(exchange: WireExchange): void {
    exchanges.set(exchange.id, exchange)
    changed()
  }

  function weigh({ body, sent }: WireExchange): number {
    return body.length + (sent?.body.length ?? 0)
  }

  /** Empties the oldest exchanges that are over, until the rest is within the limit. */
  function makeRoom(): void {
    for (const exchange of exchanges.values()) {
      if (bytes <= maxBytes) break
      if (!exchange.end || exchange.dropped === 'old') continue
      bytes -= weigh(exchange)
      const sent = exchange.sent && { ...exchange.sent, body: '' }
      put({ ...exchange, ...(sent && { sent }), body: createWireBody(), dropped: 'old' })
    }
    for (const [id, exchange] of exchanges) {
      if (exchanges.size <= maxExchanges) break
      if (!exchange.end) continue
      bytes -= weigh(exchange)
      exchanges.delete(id)
      forgotten++
      changed()
    }
  }

  function begin({ answerId, ...start }: ExchangeStart): ExchangeWriter {
    const id = `x${++last}`
    const startedAt = now()
    const body = createWireBody()
    let secrets: string[] = []
    let secretBytes: Uint8Array[] = []
    let tail = 0
    let received = 0
    /** Clocks jump, but a later piece never gets an earlier time. */
    let latest = 0
    const elapsed = (): number => (latest = Math.max(latest, now() - startedAt))
    const change = (more: Partial<WireExchange>): void => {
      const before = exchanges.get(id)
      if (before) put(compact({ ...before, ...more }))
    }
    put(compact({ id, answerId: answerId ?? id, ...start, startedAt, body, received }))
    makeRoom()

    return {
      id,
      sent(request) {
        secrets = secretsOf(request)
        secretBytes = secrets.map((secret) => new TextEncoder().encode(secret))
        tail = Math.max(0, ...secretBytes.map(({ length }) => length - 1))
        const url = maskUrl(request.url)
        const sent = { ...request, url, headers: maskRequestHeaders(request.headers) }
        sent.body = maskText(request.body, secrets)
        bytes += sent.body.length
        change({ sent })
        makeRoom()
      },
      responded({ headers, ...response }) {
        const open = maskResponseHeaders(headers)
        for (const name of Object.keys(open)) open[name] = maskText(open[name]!, secrets)
        change({ response: { ...response, at: elapsed(), headers: open } })
      },
      describe: change,
      bytes(more) {
        if (!exchanges.has(id) || exchanges.get(id)!.end) return
        received += more.length
        const kept = more.subarray(0, Math.max(0, maxExchangeBytes - body.length))
        const before = body.length
        body.append(kept, elapsed())
        bytes += kept.length
        maskIn(body, Math.max(0, before - tail), secretBytes)
        change({ received, ...(kept.length < more.length && { dropped: 'long' }) })
        makeRoom()
      },
      end(ending) {
        if (exchanges.get(id)?.end) return
        change({ end: { ...ending, at: elapsed() } })
        makeRoom()
      },
      recovered: (recovery) => change({ recovery }),
    }
  }

  return {
    getExchanges: () => (list ??= [...exchanges.values()]),
    subscribe: listeners.add,
    begin,
    add(more) {
      const ids = new Map<string, string>()
      const renamed = (id: string): string => {
        if (!ids.has(id)) ids.set(id, `x${++last}`)
        return ids.get(id)!
      }
      for (const exchange of more) {
        bytes += weigh(exchange)
        put({ ...exchange, id: renamed(exchange.id), answerId: renamed(exchange.answerId) })
      }
      makeRoom()
    },
    clear() {
      exchanges.clear()
      bytes = 0
      forgotten = 0
      changed()
    },
    get forgotten() {
      return forgotten
    },
  }
}

/** Servers repeat keys in their errors, and a piece may end inside one. */
function maskIn(body: GrowingBody, from: number, secrets: readonly Uint8Array[]): void {
  if (secrets.length === 0) return
  for (const { start, length } of findSecrets(body.slice(from), secrets)) body.mask(from + start, length)
}
