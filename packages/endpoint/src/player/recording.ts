import { isRecord, parseJson, recordOf, type JsonObject } from '@antiphon/base'
import type { EndpointModel } from '../endpoint-types.js'
import { createPace, streamBody } from '../http/stream-body.js'
import { captureModels } from './capture.js'
import { type Cut, cutAfterEvents, cutBytes, cutEveryBytes } from './cut-bytes.js'
import type { Recording, PlayOptions } from './types.js'

/** Frames each line of a `.jsonl` recording as one event and ends the stream with `[DONE]`. The lines stay as recorded. */
function frameLines(bytes: Uint8Array): Uint8Array {
  const lines = new TextDecoder().decode(bytes).split(/\r\n|\n|\r/)
  const events = lines.filter((line) => line.trim() !== '').map((line) => `data: ${line}\n\n`)
  return new TextEncoder().encode(`${events.join('')}data: [DONE]\n\n`)
}

/**
 * The HTTP status that belongs to a recorded body: 200 unless it is an error. For an error the number in the body
 * (`code`, `status`, `status_code`, `http_code`), else the one in the file name (`mistral-401-detail.json`), else 400.
 */
function errorStatus(name: string, bytes: Uint8Array): number {
  const body = parseJson(new TextDecoder().decode(bytes))
  const first: unknown = Array.isArray(body) ? body[0] : body
  if (!isRecord(first) || !isError(first)) return 200
  const inner = recordOf(first['error'])
  for (const source of [inner, first]) {
    for (const key of ['status', 'code', 'status_code', 'http_code']) {
      const number = Number(source[key])
      if (isStatus(number)) return number
    }
  }
  const named = name.match(/\d+/g)?.find((digits) => digits.length === 3 && isStatus(Number(digits)))
  return named ? Number(named) : 400
}

const isStatus = (number: number) => Number.isInteger(number) && number >= 400 && number <= 599

function isError(body: JsonObject): boolean {
  if ('choices' in body) return false
  const named = Boolean(body['error'] ?? body['errors'] ?? body['detail'])
  return (
    named || body['object'] === 'error' || body['type'] === 'error' || typeof body['message'] === 'string'
  )
}

const BYTES_PER_MS = 8
/** One huge event does not hold the stream for longer. */
const LONGEST_GAP_MS = 400

/** When two recordings differ only in their ending, the name without ending means the stream. */
const endings = ['.sse', '.jsonl', '.json']

/**
 * Each recording as a model under its file name, with and without the ending. It is played for any request, with or without
 * `stream`. Files that are not recordings are left out. A capture file of the inspector gives a model for each of its
 * exchanges, see `captureModels`.
 */
export function recordingModels(
  recordings: readonly Recording[],
  options: PlayOptions = {},
): EndpointModel[] {
  const ordered = endings.flatMap((ending) => recordings.filter(({ name }) => endingOf(name) === ending))
  const taken = new Set<string>()
  const models = ordered.flatMap((recording) => {
    const stem = recording.name.slice(0, -(endingOf(recording.name) ?? '').length)
    const aliases = taken.has(stem) ? [] : [stem]
    taken.add(stem)
    return (
      captureModels(recording, aliases[0] ?? recording.name, options) ?? [
        recordingModel(recording, aliases, options),
      ]
    )
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
