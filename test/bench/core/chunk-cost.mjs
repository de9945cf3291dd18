import { cpuMs, median, row } from '../measure.mjs'
import { framesOf } from './streams.mjs'

const CHUNKS = 100_000
const TENTH = CHUNKS / 10
const ROUNDS = 5
const WARM_UP = 3
/** A page that shows 60 frames a second of a fast model's 3,000 deltas a second takes a snapshot about every 50. */
const PER_FRAME = 50

const ways = {
  'no snapshot': () => {},
  'a snapshot each 50 chunks': (reader) => reader.snapshot(),
  'the same, its text read to the end': (reader) => lastCharacter(reader.snapshot()),
}

/** Reading any character of a text that grew in pieces makes the engine copy all of it into one, as any page does. */
function lastCharacter({ content, reasoning = '', tool_calls }) {
  const text = content || reasoning || tool_calls?.[0]?.function.arguments || ' '
  return text.charCodeAt(text.length - 1)
}

/** Milliseconds of processor time for each tenth of one message. */
function tenths({ createCompletionReader }, frames, look) {
  const reader = createCompletionReader()
  reader.push(frames.start)
  const times = []
  for (let n = 0, since = cpuMs(); n < CHUNKS;) {
    reader.push(frames.at(n++))
    if (n % PER_FRAME === 0) look(reader)
    if (n % TENTH === 0) {
      const now = cpuMs()
      times.push(now - since)
      since = now
    }
  }
  reader.cancel()
  return times
}

/**
 * Cost per chunk stays what it was: the last tenth of 100,000 chunks against the first, or the second where that one was
 * cheaper (the first may still be slow from compilation, which would flatter the ratio).
 */
export function measure(core) {
  const rows = []
  for (const kind of ['text', 'reasoning', 'arguments']) {
    const frames = framesOf(kind)
    for (const [way, look] of Object.entries(ways)) {
      for (let n = 0; n < WARM_UP; n++) tenths(core, frames, look)
      const rounds = Array.from({ length: ROUNDS }, () => tenths(core, frames, look))
      const of = (tenth) => median(rounds.map((times) => times[tenth]))
      const [first, last] = [Math.min(of(0), of(1)), of(9)]
      const micro = (ms) => `${((ms * 1000) / TENTH).toFixed(2)} µs`
      const read = look === ways['the same, its text read to the end']
      const perFrame = ((last - first) / (TENTH / PER_FRAME)).toFixed(2)
      const detail = `${micro(first)} → ${micro(last)} per chunk${read ? `: the copy takes ${perFrame} ms per frame at the end` : ''}`
      rows.push(row(`${kind}, ${way}`, last / first, read ? 'info' : 'max', 1.3, detail))
    }
  }
  return rows
}
