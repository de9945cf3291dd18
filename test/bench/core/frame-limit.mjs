import { collectGarbage, liveBytes, megabytes, row } from '../measure.mjs'

const MEGABYTE = 1024 * 1024
const LIMIT = 16 * MEGABYTE
const encoder = new TextEncoder()

/** Bodies that never end their frame; what comes before is a good one. */
const floods = {
  'an event without end': ['data: {"x":"', 'x'],
  'data lines without a blank line': ['', 'data: 0123456789\n'],
  'a JSON document without end': ['{"x":"', 'x'],
}

/** 64 MB into a reader; what it said, when it stopped, and the most it held. */
function flood({ createCompletionReader }, [start, filler]) {
  collectGarbage()
  const before = liveBytes()
  const good = 'data: {"choices":[{"index":0,"delta":{"content":"kept"}}]}\n\n'
  const reader = createCompletionReader()
  reader.push(encoder.encode(start.startsWith('{') ? start : good + start))
  let sent = 0
  let stoppedAt = 0
  let peak = 0
  for (let n = 0; n < 256; n++) {
    const piece = encoder.encode(filler.repeat(Math.ceil(MEGABYTE / 4 / filler.length)))
    reader.push(piece)
    sent += piece.length
    if (reader.done && !stoppedAt) stoppedAt = sent
    if (n % 8 === 0) peak = Math.max(peak, liveBytes() - before)
  }
  const { error, message } = reader.end()
  return { error, kept: message.content, stoppedAt, peak }
}

/** A frame over 16 MB ends the reading with an error in words, keeps what came before, and memory stays bounded. */
export function measure(core) {
  flood(core, floods['an event without end'])
  return Object.entries(floods).map(([name, body]) => {
    const { error, kept, stoppedAt, peak } = flood(core, body)
    const inWords = error?.code === 'frame_too_large' && error.kind === 'malformed_stream'
    const keeps = body[0].startsWith('{') || kept === 'kept'
    const detail = inWords
      ? `stopped after ${megabytes(stoppedAt)}${keeps ? '' : ', but lost what came before'}: ${error.message}`
      : 'no error in words'
    return row(name, inWords && keeps ? peak / LIMIT : Infinity, 'max', 3, detail)
  })
}
