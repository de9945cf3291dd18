import { ChatError, type ChatTransport, type TransportRequest } from '@antiphon/core'

/** How one call of an answer reads. */
export interface CallPlan {
  name: string
  args: string
  id: string
}

/** One request and its answer, which comes piece by piece, as the test says. */
export interface Exchange {
  readonly number: number
  readonly page: string
  readonly threadId: string
  readonly request: TransportRequest
  readonly signal: AbortSignal
  /** `asked`: no response yet. `open`: pieces may follow. */
  phase: 'asked' | 'open' | 'ended'
  /** Does somebody still wait for it? */
  isLive(): boolean
  text(text: string): void
  calls(calls: readonly CallPlan[]): void
  /** The last piece once more, as a proxy that repeats itself. */
  again(): void
  finish(reason: string | null): void
  /** The connection ends without a finish. */
  cut(): void
  /** Before a response: a refusal. After that: a broken connection. */
  fail(): void
}

interface Source extends AsyncIterable<string> {
  push(piece: string): void
  end(error?: Error): void
}

/** Pieces that are pushed. After it was released it still takes pieces, and nobody gets them. */
function createSource(): Source {
  const pieces: string[] = []
  let ended: { error?: Error } | undefined
  let wake: (() => void) | undefined
  return {
    push: (piece) => (pieces.push(piece), wake?.()),
    end: (error) => ((ended ??= { error }), wake?.()),
    [Symbol.asyncIterator]: () => ({
      async next() {
        const isEmpty = (): boolean => pieces.length === 0 && !ended
        while (isEmpty()) await new Promise<void>((resolve) => (wake = resolve))
        if (pieces.length > 0) return { done: false as const, value: pieces.shift()! }
        if (ended?.error) throw ended.error
        return { done: true as const, value: undefined }
      },
      return: async () => ((ended ??= {}), { done: true as const, value: undefined }),
    }),
  }
}

const frame = (delta: object, finish_reason: string | null = null): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`

export function createExchange(
  about: Pick<Exchange, 'number' | 'page' | 'threadId' | 'request' | 'signal'>,
  isPageAlive: () => boolean,
): { exchange: Exchange; response: ReturnType<ChatTransport['send']> } {
  const source = createSource()
  let respond!: { resolve(source: Source): void; reject(error: Error): void }
  const response = new Promise<Source>((resolve, reject) => (respond = { resolve, reject }))
  let last: string | undefined
  const push = (piece: string): void => {
    if (exchange.phase === 'ended') return
    if (exchange.phase === 'asked') {
      exchange.phase = 'open'
      respond.resolve(source)
    }
    last = piece
    source.push(piece)
  }
  const end = (error?: Error): void => {
    exchange.phase = 'ended'
    source.end(error)
  }
  const exchange: Exchange = {
    ...about,
    phase: 'asked',
    isLive: () => exchange.phase !== 'ended' && !about.signal.aborted && isPageAlive(),
    text: (content) => push(frame({ content })),
    calls(calls) {
      const tool_calls = calls.map(({ name, args, id }, index) => ({
        index,
        id,
        type: 'function',
        function: { name, arguments: args },
      }))
      push(frame({ tool_calls }))
    },
    again: () => void (last !== undefined && push(last)),
    finish(reason) {
      push(frame({}, reason))
      push('data: [DONE]\n\n')
      end()
    },
    cut() {
      push(': nothing more\n\n')
      end()
    },
    fail() {
      const isRefused = exchange.phase === 'asked'
      const error = new ChatError({ kind: 'provider', message: 'The server said no.', status: 500 })
      if (isRefused) respond.reject(error)
      end(isRefused ? undefined : new Error('The connection broke.'))
    },
  }
  return { exchange, response }
}
