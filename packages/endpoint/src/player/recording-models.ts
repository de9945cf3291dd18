import type { EndpointModel } from '../endpoint-types.js'
import { createPace } from '../http/sleep.js'
import { streamBody } from '../http/stream-body.js'
import { type Cut, cutAfterEvents, cutBytes, cutEveryBytes } from './cut-bytes.js'
import { errorStatus } from './error-status.js'
import { frameLines } from './frame-lines.js'
import type { PlayOptions, Recording } from './recording.js'

const BYTES_PER_MS = 8
/** One huge event does not hold the stream for longer. */
const LONGEST_GAP_MS = 400

/** Where two recordings differ only in their ending, the name without it means the stream. */
const endings = ['.sse', '.jsonl', '.json']

/**
 * Each recording as a model under its file name, with and without the ending. It is played whatever was asked for and
 * whether or not the request said `stream`; files that are no recording are left out.
 */
export function recordingModels(
  recordings: readonly Recording[],
  options: PlayOptions = {},
): EndpointModel[] {
  const ordered = endings.flatMap((ending) => recordings.filter(({ name }) => endingOf(name) === ending))
  const taken = new Set<string>()
  const models = ordered.map((recording) => {
    const stem = recording.name.slice(0, -(endingOf(recording.name) ?? '').length)
    const aliases = taken.has(stem) ? [] : [stem]
    taken.add(stem)
    return recordingModel(recording, aliases, options)
  })
  return models.sort((a, b) => (a.id < b.id ? -1 : 1))
}

function endingOf(name: string): string | undefined {
  return endings.find((ending) => name.endsWith(ending))
}

function recordingModel({ name, bytes }: Recording, aliases: string[], options: PlayOptions): EndpointModel {
  const whole = endingOf(name) === '.json'
  const body = endingOf(name) === '.jsonl' ? frameLines(bytes) : bytes
  const chunks = cutBytes(body, options.cut ?? defaultCut(whole, options.cutEvery))
  const status = whole ? errorStatus(name, bytes) : 200
  return {
    id: name,
    aliases,
    description: `Recorded, ${bytes.length} bytes.`,
    anyTranscript: true,
    answer({ request, speed, sleep }) {
      const play = async function* (signal: AbortSignal) {
        const pace = createPace(options.speed ?? speed, sleep, signal)
        for (const chunk of chunks) {
          await pace(options.delay ?? Math.min(chunk.length / BYTES_PER_MS, LONGEST_GAP_MS))
          yield chunk
        }
      }
      const type = whole ? 'application/json' : 'text/event-stream; charset=utf-8'
      return new Response(streamBody(request, play), { status, headers: { 'content-type': type } })
    },
  }
}

function defaultCut(whole: boolean, cutEvery: number | undefined): Cut {
  if (cutEvery !== undefined) return cutEveryBytes(cutEvery)
  return whole ? () => [] : cutAfterEvents
}
