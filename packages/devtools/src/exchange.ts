import { wireBodyOf } from './read-wire.js'
import type { WireExchange } from './types.js'

/** Facts about an exchange besides the bytes of its answer. */
export interface ExchangeOfOptions extends Partial<Omit<WireExchange, 'body' | 'received'>> {
  /** The same bytes in the pieces they came in. Default: one piece. */
  pieces?: Iterable<{ at: number; bytes: Uint8Array }>
}

/** An exchange from the bytes of its answer, over unless `end` says otherwise: a pasted stream, a file, a test. */
export function exchangeOf(body: Uint8Array | string, options: ExchangeOfOptions = {}): WireExchange {
  const { pieces, id = 'x1', ...known } = options
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const wire = wireBodyOf(pieces ?? [{ at: 0, bytes }])
  return {
    answerId: id,
    attempt: 1,
    reading: {},
    end: { how: 'ended', at: wire.pieces.at(-1)?.at ?? 0 },
    ...known,
    id,
    body: wire,
    received: wire.length,
  }
}
