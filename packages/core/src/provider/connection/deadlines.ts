import type { ChatErrorData } from '../../errors/chat-error.js'
import { startLimit } from '@antiphon/base'
import type { Deadlines } from '../request/types.js'

const DEFAULTS: Required<Deadlines> = {
  connect: 120_000,
  firstToken: 300_000,
  idle: 120_000,
  total: 0,
  afterFinish: 5_000,
}

/** For each deadline: what the server did not do in time, and what a person can do. */
const WORDS: Record<
  Exclude<keyof Deadlines, 'afterFinish'>,
  { code: string; what: string; advice: string }
> = {
  connect: {
    code: 'connect_timeout',
    what: 'did not begin to answer',
    advice: 'It may be loading the model, busy or unreachable.',
  },
  firstToken: {
    code: 'first_token_timeout',
    what: 'accepted the request but sent no word of an answer',
    advice: 'A shorter conversation or another model may answer sooner.',
  },
  idle: {
    code: 'idle_timeout',
    what: 'stopped sending, without ending the answer,',
    advice: 'The connection may be lost. The answer so far is kept.',
  },
  total: {
    code: 'total_timeout',
    what: 'had not finished its answer',
    advice: 'The answer so far is kept.',
  },
}

export interface DeadlineWatch {
  /** The response has begun. */
  headers(): void
  /** A piece of the body came. */
  piece(state: { output: boolean; finished: boolean }): void
  stop(): void
}

/**
 * Starts the timers of one attempt. They do not read the clock, so a clock that jumps cannot fire them. `expire` is called with
 * an error; without one, silence after a finish reason means that the answer is over.
 */
export function watchDeadlines(
  limits: Deadlines = {},
  expire: (error?: ChatErrorData) => void,
  about: { host?: string; model?: string; now(): number },
): DeadlineWatch {
  const timers = new Map<keyof Deadlines, () => void>()

  function clear(name: keyof Deadlines): void {
    timers.get(name)?.()
    timers.delete(name)
  }
  function start(name: keyof Deadlines): void {
    clear(name)
    const ms = limits[name] ?? DEFAULTS[name]
    const fire = (): void => expire(name === 'afterFinish' ? undefined : describe(name, ms))
    timers.set(name, startLimit(ms, fire))
  }
  function describe(name: keyof typeof WORDS, ms: number): ChatErrorData {
    const { code, what, advice } = WORDS[name]
    const { host, model, now } = about
    const message = `${host ? `The server at ${host}` : 'The server'} ${what} within ${inWords(ms)}. ${advice} Try again, or allow more time.`
    return { kind: 'timeout', code, message, host, model, occurredAt: now() }
  }

  start('connect')
  start('total')
  return {
    headers() {
      clear('connect')
      start('firstToken')
    },
    piece({ output, finished }) {
      if (output) clear('firstToken')
      clear(finished ? 'idle' : 'afterFinish')
      // Begun once: a server that pings after its last word would never end.
      if (!finished) start('idle')
      else if (!timers.has('afterFinish')) start('afterFinish')
    },
    stop: () => [...timers.keys()].forEach(clear),
  }
}

function inWords(ms: number): string {
  const [amount, unit] = ms < 120_000 ? [ms / 1000, 'second'] : [ms / 60_000, 'minute']
  const rounded = Math.round(amount * 10) / 10
  return `${rounded} ${unit}${rounded === 1 ? '' : 's'}`
}
