import { openTranscript } from '@antiphon/formats'
import { sessionFormats } from '@antiphon/formats/sessions'
import type { ReadReport, ReadRequest } from './read-types.js'

const tell = (report: ReadReport): void => postMessage(report)
/** Bytes between two reports of progress. */
const STEP = 1_000_000

addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => void read(data))

/** Off the page, so that a long file never holds it up; a cancel ends the worker. */
async function read({ file, keep }: ReadRequest): Promise<void> {
  let told = 0
  try {
    const opened = await openTranscript(file.stream(), {
      keep,
      formats: sessionFormats,
      onProgress(bytes) {
        if (bytes - told < STEP) return
        told = bytes
        tell({ type: 'progress', bytes })
      },
    })
    tell({ type: 'done', opened })
  } catch (error) {
    tell({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
}
