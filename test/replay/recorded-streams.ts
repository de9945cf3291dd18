import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CompletionReaderOptions } from '@antiphon/core/wire'
import { liveWires, recordedWires } from '../contract/wires/recorded-wires.js'
import { sharedFolder } from './shared-data.js'

export interface RecordedStream {
  name: string
  bytes: Uint8Array
  /** Options for a wire other than chat completions. */
  options?: CompletionReaderOptions
}

const READABLE = /\.(?:sse|jsonl|json|html)$/

function streamsOf(folder: string): RecordedStream[] {
  return readdirSync(folder)
    .filter((name) => READABLE.test(name))
    .map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(folder, name))) }))
}

const shared = sharedFolder('captures')

/** Bodies of real servers; none where the shared data is not there. */
export const captures: RecordedStream[] = shared ? streamsOf(shared) : []

/** Our own streams of real shapes. */
export const fixtures: RecordedStream[] = streamsOf(join(import.meta.dirname, '../fixtures/streams'))

/** Answers of the other wires that a chat reads; none where the shared data is not there. */
export const liveRecordings: RecordedStream[] = Object.entries(liveWires).flatMap(
  ([wire, { options, isLines }]) =>
    recordedWires(wire, isLines).map(({ name, bytes }) => ({ name: `${wire}/${name}`, bytes, options })),
)
