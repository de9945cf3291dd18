import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { median, row } from '../measure.mjs'
import { answerBody, inFrames, inPieces } from './streams.mjs'

const tests = join(import.meta.dirname, '../..')
const require = createRequire(join(tests, 'package.json'))
const { OpenAI } = await import(pathToFileURL(require.resolve('openai')).href)

/** Each round reads everything with each subject, in turn. Before that each reads for a while, to be compiled. */
const ROUNDS = 15
const WARM_UP_MS = 3000
/** A round of short answers reads them several times, to last long enough to be measured. */
const ROUND_BYTES = 150_000

/** A response as fetch gives it, its body coming in these pieces. */
function responseOf(pieces) {
  let next = 0
  const body = new ReadableStream({
    pull(controller) {
      if (next < pieces.length) controller.enqueue(pieces[next++])
      else controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

/**
 * One way to read a response. `read` gets a function that makes it and has to call it at the moment when the reading
 * begins, so that building the request is not part of the time.
 */
function subjects({ collectCompletion }) {
  return {
    antiphon: async (open) => (await collectCompletion(open())).outcome !== 'error',
    client: async (open) => {
      const client = new OpenAI({
        apiKey: 'none',
        baseURL: 'http://nowhere.invalid',
        maxRetries: 0,
        logLevel: 'off',
        fetch: async () => open(),
      })
      const stream = client.chat.completions.stream({ model: 'any', messages: [] })
      return stream.finalChatCompletion().then(
        () => true,
        () => false,
      )
    },
    /** Only takes the pieces out of the stream, a cost that both others include. */
    floor: async (open) => {
      const reader = open().body.getReader()
      while (!(await reader.read()).done);
      return true
    },
  }
}

async function timeOf(read, pieces) {
  let since
  const ok = await read(() => {
    const response = responseOf(pieces)
    since = performance.now()
    return response
  })
  return { ms: performance.now() - since, ok }
}

/** Recordings that the client's helper can read to the end; the others would compare unlike things. */
async function readable(read, folder) {
  if (!existsSync(folder)) return []
  const bodies = readdirSync(folder)
    .filter((name) => /\.(?:sse|jsonl)$/.test(name))
    .map((name) => asStream(name, readFileSync(join(folder, name))))
  const found = []
  for (const body of bodies) if ((await timeOf(read, [new Uint8Array(body)])).ok) found.push(body)
  return found
}

function asStream(name, bytes) {
  if (name.endsWith('.sse')) return bytes
  const lines = bytes.toString('utf8').split('\n').filter(Boolean)
  return Buffer.from([...lines, '[DONE]'].map((line) => `data: ${line}\n\n`).join(''))
}

/**
 * Measures by the clock, because most answers are too short for processor time, which would also bill one subject for the
 * collections and compilations that the others left to the background. Takes the median of each answer, so that other work on the
 * machine hardly counts, and the sum over all answers.
 */
async function compare(name, readers, bodies) {
  const bytes = bodies.flat().reduce((sum, piece) => sum + piece.length, 0)
  const rounds = ROUNDS * Math.ceil(ROUND_BYTES / bytes)
  const order = Object.keys(readers)
  const times = Object.fromEntries(order.map((subject) => [subject, bodies.map(() => [])]))
  const once = async (keep) => {
    for (const subject of order) {
      for (const [at, pieces] of bodies.entries()) {
        const { ms } = await timeOf(readers[subject], pieces)
        if (keep) times[subject][at].push(ms)
      }
    }
    order.push(order.shift())
  }
  for (const since = performance.now(); performance.now() - since < WARM_UP_MS;) await once(false)
  for (let round = 0; round < rounds; round++) await once(true)
  const { antiphon, client, floor } = Object.fromEntries(
    Object.entries(times).map(([subject, lists]) => [
      subject,
      lists.reduce((sum, list) => sum + median(list), 0),
    ]),
  )
  const rate = (ms) => `${(bytes / 1000 / ms).toFixed(0)} MB/s`
  const net = (client - floor) / (antiphon - floor)
  const detail = `${rate(antiphon)} against ${rate(client)}; the stream alone ${rate(floor)}, without it ${net.toFixed(1)} times`
  return row(name, client / antiphon, 'min', 2, detail, 1)
}

const sets = {
  'our fixtures': (client) => readable(client, join(tests, 'fixtures/streams')),
  'recorded answers': (client) =>
    readable(client, join(process.env.ANTIPHON_SHARED ?? join(tests, '../../shared'), 'captures')),
  'one answer of 20,000 chunks': () => [answerBody(20_000)],
}

const cuts = { 'pieces of 16 kB': (body) => inPieces(body, 16_384), 'one frame each': inFrames }

/** Each in a process of its own: code compiled for one set is slow on the next until it is compiled again. */
export const readRateCases = Object.keys(sets).flatMap((set) =>
  Object.keys(cuts).map((cut) => `${set}, ${cut}`),
)

/** How much faster the same bytes are read than by `ChatCompletionStream` of the official client. */
export async function measure(core, one) {
  const [set, cut] = one.split(/, (?=\D)/)
  const readers = subjects(core)
  const bodies = await sets[set](readers.client)
  if (bodies.length === 0) return []
  const count = bodies.length > 1 ? ` (${bodies.length})` : ''
  return [await compare(`${set}${count}, ${cut}`, readers, bodies.map(cuts[cut]))]
}
