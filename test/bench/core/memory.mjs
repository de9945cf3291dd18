import { collectGarbage, liveBytes, megabytes, row } from '../measure.mjs'
import { frame, framesOf } from './streams.mjs'

const TOTAL = 10_000_000
const PIECE = 65_536
const encoder = new TextEncoder()

/** Frames of a few words each, until there are 10 MB. */
function* manyFrames() {
  const { start, at } = framesOf('text')
  yield start
  for (let sent = 0, n = 0; sent < TOTAL; n++) {
    yield at(n)
    sent += at(n).length
  }
}

/** One frame of 10 MB, in pieces of the size that a network gives. */
function* oneFrame() {
  yield encoder.encode('data: {"choices":[{"index":0,"delta":{"content":"')
  yield* letters()
  yield encoder.encode('"},"finish_reason":"stop"}]}\n\n')
}

/** The same as one JSON document. */
function* oneDocument() {
  yield encoder.encode('{"choices":[{"index":0,"message":{"role":"assistant","content":"')
  yield* letters()
  yield encoder.encode('"},"finish_reason":"stop"}]}')
}

function* letters() {
  for (let sent = 0, n = 0; sent < TOTAL; sent += PIECE, n++)
    yield encoder.encode(`${n}`.padEnd(PIECE, 'lorem ipsum '))
}

/** The most that is alive at any moment of reading, looked at after each piece and inside of the large frame. */
function peakOf({ createCompletionReader }, pieces, every) {
  collectGarbage()
  const before = liveBytes()
  let peak = 0
  let sent = 0
  let count = 0
  const look = () => (peak = Math.max(peak, liveBytes() - before))
  const reader = createCompletionReader({ probe: { item: () => count % every === 0 && look() } })
  for (const piece of pieces) {
    sent += piece.length
    reader.push(piece)
    if (++count % every === 0) {
      // Read as a page would, which makes one text of the pieces.
      const { content } = reader.snapshot()
      content.charCodeAt(content.length - 1)
      look()
    }
  }
  reader.end()
  look()
  const { message } = reader.completion()
  return { peak, sent, kept: message.content.length }
}

/** Bytes on the heap at the worst moment for each byte received. */
export function measure(core) {
  const bodies = {
    '10 MB in frames of a few words': [manyFrames, 2000],
    '10 MB in one frame': [oneFrame, 1],
    '10 MB as one JSON document': [oneDocument, 1],
  }
  // Warm up first: things that are made once, code above all, are not part of an answer.
  peakOf(core, [frame({ choices: [] })], 1)
  return Object.entries(bodies).map(([name, [pieces, every]]) => {
    const { peak, sent, kept } = peakOf(core, pieces(), every)
    const detail = `${megabytes(peak)} at most for ${megabytes(sent)} received, ${megabytes(kept)} of text in them`
    return row(name, peak / sent, 'max', 3, detail)
  })
}
