import { wait } from '@antiphon/base'
import { isLogin, untilOnline } from './persist.js'
import type { RunClient } from './run-client.js'
import { RunRefusal } from './run-refusal.js'

/** An event of a run, with its data as they came. */
export interface RunLine {
  offset: string
  /** Absent for a piece of an answer. */
  name?: string
  data: string
}

export interface RunReading {
  client: RunClient
  runId: string
  signal: AbortSignal
  /** Called with each event once, in order. The next one waits for it. True: it was the last. */
  apply(line: RunLine): boolean | Promise<boolean>
}

/** A server says something at least each 15 seconds. A connection that is silent for longer than this has broken unseen. */
const SILENCE_MS = 40_000
/** Pieces that arrive together after a pause are spread over this part of the pause, so that the text does not jump. */
const SPREAD = 0.8
const LONGEST_SPREAD_MS = 1200
const FRAME_MS = 16

/**
 * Reads a run to its end, over as many connections as that takes. An event at or before the last one that was applied is dropped, so
 * a replay changes nothing. `gone`: its events are not kept any more.
 */
export async function readRun({ client, runId, signal, apply }: RunReading): Promise<'ended' | 'gone'> {
  let offset: string | undefined
  let pause = 0
  for (;;) {
    let isSignedOut = false
    const connection = new AbortController()
    const stop = (): void => connection.abort()
    signal.addEventListener('abort', stop)
    try {
      const response = await client.read(runId, offset, connection.signal)
      if (!response) return 'ended'
      for await (const { lines, gapMs } of linesOf(response, stop)) {
        const news = lines.filter((line) => offset === undefined || line.offset > offset)
        const sliceMs = isWatched() ? Math.min(gapMs * SPREAD, LONGEST_SPREAD_MS) : 0
        const size = Math.max(1, Math.ceil(news.length / Math.max(1, sliceMs / FRAME_MS)))
        for (const [at, line] of news.entries()) {
          signal.throwIfAborted()
          // Named events are few, and what follows them does not belong to the text before.
          if (at > 0 && at % size === 0) await wait(sliceMs / Math.ceil(news.length / size), signal)
          offset = line.offset
          pause = 0
          if (await apply(line)) return 'ended'
        }
      }
    } catch (error) {
      signal.throwIfAborted()
      isSignedOut = isLogin(error)
      if (error instanceof RunRefusal && !isSignedOut) return 'gone'
    } finally {
      signal.removeEventListener('abort', stop)
      stop()
    }
    // When the server closes the connection normally, the first new request is made at once.
    if (pause > 0 || isSignedOut) await untilOnline(Math.max(300, pause), signal, isSignedOut)
    pause = Math.min(Math.max(300, pause * 2), 15_000)
  }
}

const isWatched = (): boolean => (globalThis as { document?: Document }).document?.hidden !== true

/** The events that arrived together, with the time since the arrival before. */
async function* linesOf(
  response: Response,
  stop: () => void,
): AsyncGenerator<{ lines: RunLine[]; gapMs: number }> {
  const reader = response.body!.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  let last = performance.now()
  let silence: ReturnType<typeof setTimeout> | undefined
  try {
    for (;;) {
      clearTimeout(silence)
      silence = setTimeout(stop, SILENCE_MS)
      const { done, value } = await reader.read()
      if (done) return
      const at = performance.now()
      const frames = (rest + decoder.decode(value, { stream: true })).replaceAll('\r', '').split('\n\n')
      rest = frames.pop() ?? ''
      yield { lines: frames.flatMap(readFrame), gapMs: at - last }
      last = at
    }
  } finally {
    clearTimeout(silence)
    reader.cancel().catch(() => {})
  }
}

/** Reads one event. A comment gives an empty list. */
function readFrame(frame: string): RunLine[] {
  const fields = new Map(
    frame.split('\n').map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at), line.slice(at + 1).replace(/^ /, '')] as const
    }),
  )
  const [offset, data, name] = [fields.get('id'), fields.get('data'), fields.get('event')]
  if (offset === undefined || data === undefined) return []
  return [{ offset, data, ...(name !== undefined && { name }) }]
}
