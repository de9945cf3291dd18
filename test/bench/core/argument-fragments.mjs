import { cpuMs, median, row } from '../measure.mjs'
import { framesOf } from './streams.mjs'

const ROUNDS = 7

/** Milliseconds of processor time for an answer whose one call comes in `count` fragments. */
function timeOf({ createCompletionReader }, frames, count) {
  const since = cpuMs()
  const reader = createCompletionReader()
  reader.push(frames.start)
  for (let n = 0; n < count; n++) reader.push(frames.at(n))
  reader.end()
  return cpuMs() - since
}

/** 100,000 argument fragments take twice as long as 50,000, not four times. */
export function measure(core) {
  const frames = framesOf('arguments')
  for (let n = 0; n < 3; n++) timeOf(core, frames, 100_000)
  const rounds = Array.from({ length: ROUNDS }, () =>
    [25_000, 50_000, 100_000].map((count) => timeOf(core, frames, count)),
  )
  const [quarter, half, all] = [0, 1, 2].map((at) => median(rounds.map((times) => times[at])))
  const detail = `${half.toFixed(0)} ms → ${all.toFixed(0)} ms; from 25,000 to 50,000: ${(half / quarter).toFixed(2)}`
  return [row('100,000 fragments of one call against 50,000', all / half, 'max', 2.3, detail)]
}
