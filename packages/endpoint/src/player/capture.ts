import { base64ToBytes, isRecord, listOf, parseJson, recordOf } from '@antiphon/base'
import type { EndpointModel } from '../endpoint-types.js'
import { RefusedRequest } from '../http/http.js'
import { createPace, Disconnect, streamBody } from '../http/stream-body.js'
import { WIRES, type WireName } from '../wires/endpoint-wire.js'
import { cutBytes, cutEveryBytes } from './cut-bytes.js'
import type { PlayOptions, Recording } from './types.js'

/** One exchange of a capture file, as far as it is played. */
interface Exchange {
  id: unknown
  wire: WireName
  status: number
  headers: Record<string, string>
  /** Ms before the head of the answer. */
  headAt: number
  pieces: { at: number; bytes: Uint8Array }[]
  /** When it ended, and whether the connection broke. */
  end?: { at: number; isBroken: boolean }
}

/** Headers that belong to the connection it came over, or that the server writes itself. */
const OWN_HEADERS =
  /^(?:connection|keep-alive|transfer-encoding|content-(?:length|encoding)|date|set-cookie2?|access-control-.+|x-request-id)$/i

const numberOf = (value: unknown, fallback: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : fallback

/**
 * The exchanges of a capture file as models. The file name is the exchange that the report is about, else the first; `NAME~2` is
 * the second. Each answers with its recorded status, pieces, pace and ending, on its own wire. Undefined for other files.
 */
export function captureModels(
  { name, bytes }: Recording,
  stem: string,
  options: PlayOptions,
): EndpointModel[] | undefined {
  const file = readFile(bytes)
  if (!file) return undefined
  const { exchanges, reported } = file
  const main = Math.max(
    0,
    exchanges.findIndex(({ id }) => id !== undefined && id === reported),
  )
  const models = exchanges.map((exchange, i) => modelOf(`${name}~${i + 1}`, exchange, options))
  const chosen = models[main]
  if (!chosen) return []
  const first = { ...chosen, id: name, aliases: [stem, `${stem}~${main + 1}`, `${name}~${main + 1}`] }
  return [first, ...models.filter((model) => model !== chosen)]
}

function modelOf(id: string, exchange: Exchange, options: PlayOptions): EndpointModel {
  const { wire, status, headers, headAt, end } = exchange
  const size = exchange.pieces.reduce((sum, { bytes }) => sum + bytes.length, 0)
  const pieces = exchange.pieces.flatMap(({ at, bytes }) => {
    const { cutEvery } = options
    const cut = options.cut ?? (cutEvery === undefined ? undefined : cutEveryBytes(cutEvery))
    return cut ? cutBytes(bytes, cut).map((part) => ({ at, bytes: part })) : [{ at, bytes }]
  })
  return {
    id,
    description: `Recorded on the wire "${wire}", ${size} bytes.`,
    anyTranscript: true,
    anyWire: true,
    async answer({ request, speed, sleep, wire: asked }) {
      if ((asked?.name ?? 'chat') !== wire)
        throw new RefusedRequest(400, {
          message: `The model '${id}' was recorded on the wire "${wire}". Ask it there: its bytes mean nothing on another.`,
          param: 'model',
        })
      const play = async function* (signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
        const pace = createPace(options.speed ?? speed, sleep, signal)
        const wait = (ms: number): Promise<void> => pace(options.delay ?? ms)
        let at = headAt
        for (const piece of pieces) {
          await wait(Math.max(0, piece.at - at))
          at = piece.at
          yield piece.bytes
        }
        if (!end) return
        await wait(Math.max(0, end.at - at))
        if (end.isBroken) throw new Disconnect()
      }
      await createPace(options.speed ?? speed, sleep, request.signal)(headAt)
      return new Response(hasNoBody(status) ? null : streamBody(request, play), { status, headers })
    },
  }
}

const hasNoBody = (status: number): boolean => status === 204 || status === 205 || status === 304

function readFile(bytes: Uint8Array): { exchanges: Exchange[]; reported: unknown } | undefined {
  const text = new TextDecoder().decode(bytes)
  // Do not parse many megabytes only to find out that they are not a capture.
  if (!text.slice(0, 200).includes('antiphon.capture')) return undefined
  const file = parseJson(text)
  if (!isRecord(file) || file['format'] !== 'antiphon.capture' || !Array.isArray(file['exchanges']))
    return undefined
  const reported = recordOf(recordOf(file['report'])['at'])['exchange']
  return { exchanges: file['exchanges'].map(readExchange), reported }
}

function readExchange(entry: unknown): Exchange {
  const { id, body, response, reading, end } = recordOf(entry)
  const { status, headers, at } = recordOf(response)
  const api = recordOf(reading)['api']
  const pieces = listOf(body).flatMap(readPiece)
  const isStream = /^\s*(?:data|event|id|:)/.test(new TextDecoder().decode(pieces[0]?.bytes))
  const known = Object.entries(recordOf(headers)).filter(
    (header): header is [string, string] =>
      typeof header[1] === 'string' && header[1] !== '[redacted]' && !OWN_HEADERS.test(header[0]),
  )
  const hasType = known.some(([name]) => name.toLowerCase() === 'content-type')
  const type = isStream ? 'text/event-stream; charset=utf-8' : 'application/json'
  const { at: endAt, how } = recordOf(end)
  return {
    id,
    wire: WIRES.find((name) => name === api) ?? 'chat',
    status: numberOf(status, 200),
    headers: { ...(!hasType && { 'content-type': type }), ...Object.fromEntries(known) },
    headAt: numberOf(at, 0),
    pieces,
    ...(isRecord(end) && { end: { at: numberOf(endAt, 0), isBroken: how === 'failed' } }),
  }
}

/** `[ms, text]`, or `[ms, null, base64]`. */
function readPiece(piece: unknown): { at: number; bytes: Uint8Array }[] {
  const [at, text, base64] = listOf(piece)
  if (typeof text === 'string') return [{ at: numberOf(at, 0), bytes: new TextEncoder().encode(text) }]
  const bytes = typeof base64 === 'string' ? base64ToBytes(base64) : undefined
  return bytes ? [{ at: numberOf(at, 0), bytes }] : []
}
