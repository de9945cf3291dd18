import type { OpenedTranscript } from '@antiphon/formats'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ReadReport, ReadRequest } from './read-types.js'

/** Characters of a file that are shown. More would fill the page, not help its reader. */
const KEEP = 24_000_000

export type Reading =
  | { state: 'idle' }
  | { state: 'reading'; name: string; bytes: number; size: number }
  | { state: 'done'; name: string; opened: OpenedTranscript }
  | { state: 'failed'; name: string; message: string }

/** Reads one file at a time in a worker. */
export function useReading() {
  const [reading, setReading] = useState<Reading>({ state: 'idle' })
  const worker = useRef<Worker>(undefined)
  const stop = useCallback((): void => {
    worker.current?.terminate()
    worker.current = undefined
    setReading({ state: 'idle' })
  }, [])
  useEffect(() => () => worker.current?.terminate(), [])

  const read = useCallback((file: Blob, name: string): void => {
    worker.current?.terminate()
    const started = new Worker(new URL('./read-worker.js', import.meta.url), { type: 'module' })
    worker.current = started
    const { size } = file
    setReading({ state: 'reading', name, bytes: 0, size })
    const end = (next: Reading): void => {
      started.terminate()
      if (worker.current === started) setReading(next)
    }
    started.addEventListener('message', ({ data }: MessageEvent<ReadReport>) => {
      if (data.type === 'progress') setReading({ state: 'reading', name, bytes: data.bytes, size })
      else if (data.type === 'done') end({ state: 'done', name, opened: data.opened })
      else end({ state: 'failed', name, message: data.message })
    })
    started.addEventListener('error', () => {
      end({
        state: 'failed',
        name,
        message: 'The part of this app that reads files could not be loaded. Reload the page and try again.',
      })
    })
    started.postMessage({ file, keep: KEEP } satisfies ReadRequest, [])
  }, [])

  return { reading, read, stop }
}
