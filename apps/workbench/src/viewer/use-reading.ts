import type { Message } from '@antiphon/core'
import type { OpenedTranscript } from '@antiphon/transcripts'
import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
import { EDGE } from './held-parts.js'
import { firstStage, nextStage, type Stages } from './stages.js'
import type { ReadReport, ReadRequest, SourcePart } from './read-types.js'
import { figure } from 'app-parts'
import { englishViewer } from '../words/english-viewer.js'

/** Characters of a file that are shown. More would fill the page, not help its reader. */
const KEEP = 24_000_000

export type Reading =
  | { state: 'idle' }
  | { state: 'reading'; name: string; bytes: number; size: number }
  | {
      state: 'done'
      name: string
      opened: OpenedTranscript
      /** Bytes of the file that are not read. */
      leftOut: number
      /** More messages have been read, and are about to be shown: what is checked or taken away now would lack them. */
      isComing: boolean
    }
  | { state: 'failed'; name: string; message: string }

/**
 * Reads one file at a time in a worker, or the parts of one. With `follow` the worker stays, so that `grow` can tell what has come
 * since; messages that are as before stay the same objects. `more` reads further into a long file, from both ends.
 */
export function useReading() {
  const [reading, setReading] = useState<Reading>({ state: 'idle' })
  const worker = useRef<Worker>(undefined)
  const asked = useRef<ReadRequest>(undefined)
  /** Stages that have been read but are not shown yet. */
  const waiting = useRef<Stages>(undefined)
  const stop = useCallback((): void => {
    worker.current?.terminate()
    worker.current = undefined
    waiting.current = undefined
    setReading({ state: 'idle' })
  }, [])
  useEffect(() => () => worker.current?.terminate(), [])
  // A stage follows when the one before it is on the screen: two that wait would be one.
  useEffect(() => {
    const stages = waiting.current
    if (!stages || reading.state !== 'done') return undefined
    return whenIdle(() => {
      const next = nextStage(stages, performance.now())
      waiting.current = next.isLast ? undefined : next
      startTransition(() => setReading({ ...reading, opened: next.opened, isComing: !next.isLast }))
    })
  }, [reading])

  const start = useCallback((parts: readonly SourcePart[], name: string, follows: boolean): void => {
    worker.current?.terminate()
    const started = new Worker(new URL('./read-worker.js', import.meta.url), { type: 'module' })
    worker.current = started
    waiting.current = undefined
    const size = parts.reduce((sum, part) => sum + part.size, 0)
    let last: OpenedTranscript | undefined
    let come: Message[][] = []
    setReading({ state: 'reading', name, bytes: 0, size })
    const end = (next: Reading): void => {
      if (!follows || next.state === 'failed') started.terminate()
      if (next.state === 'failed') waiting.current = undefined
      if (worker.current === started) setReading(next)
    }
    started.addEventListener('message', ({ data }: MessageEvent<ReadReport>) => {
      if (data.type === 'failed') end({ state: 'failed', name, message: data.message })
      else if (data.type === 'messages') (come[data.conversation] ??= []).push(...data.messages)
      else if (data.type === 'done') {
        const before = last
        last = joined(last, data, come)
        come = []
        const opened = withLeftOut(last, data.leftOut)
        const done = (shown: OpenedTranscript, isComing: boolean): Reading => ({
          state: 'done',
          name,
          opened: shown,
          leftOut: data.leftOut,
          isComing,
        })
        if (before) {
          // Show the rest in stages without haste, because somebody is reading the first look already.
          const stage = firstStage(before, opened, performance.now())
          waiting.current = stage.isLast ? undefined : stage
          startTransition(() => end(done(stage.opened, !stage.isLast)))
        } else end(done(opened, false))
      } else if (!last) setReading({ state: 'reading', name, bytes: data.bytes, size })
    })
    started.addEventListener('error', () => end({ state: 'failed', name, message: englishViewer.lost }))
    asked.current = { parts, keep: KEEP, edge: EDGE }
    started.postMessage(asked.current, [])
  }, [])

  const read = useCallback((file: Blob, name: string): void => start([file], name, false), [start])
  const follow = useCallback(
    (parts: readonly SourcePart[], name: string): void => start(parts, name, true),
    [start],
  )
  const grow = useCallback((parts: readonly SourcePart[]): void => {
    if (!asked.current) return
    asked.current = { ...asked.current, parts }
    worker.current?.postMessage(asked.current, [])
  }, [])
  const more = useCallback((): void => {
    if (!asked.current) return
    const { parts, keep, edge } = asked.current
    asked.current = { parts, keep: keep + 2 * EDGE, edge: edge + EDGE }
    worker.current?.postMessage(asked.current, [])
  }, [])

  return { reading, read, follow, grow, more, stop }
}

/** Runs once the page has nothing else to do: what was counted of the stage before is on the screen then. */
function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const idle = requestIdleCallback(run, { timeout: 2_000 })
    return () => cancelIdleCallback(idle)
  }
  const timer = setTimeout(run, 50)
  return () => clearTimeout(timer)
}

/** Puts a note about the part that was left out of a long file before its other problems. */
function withLeftOut(opened: OpenedTranscript, leftOut: number): OpenedTranscript {
  if (leftOut === 0) return opened
  const message = englishViewer.leftOut(figure(Math.round(leftOut / 1e6)))
  return { ...opened, problems: [{ message }, ...opened.problems] }
}

/** The messages that were here before, and behind them those that have come for the report. */
function joined(
  before: OpenedTranscript | undefined,
  { opened, same }: Extract<ReadReport, { type: 'done' }>,
  come: readonly (readonly Message[] | undefined)[],
): OpenedTranscript {
  const conversations = opened.conversations.map((one, i) => {
    const own = before?.conversations[i]?.messages.slice(0, same[i]) ?? []
    return { ...one, messages: own.concat(come[i] ?? []) }
  })
  return { ...opened, conversations }
}
