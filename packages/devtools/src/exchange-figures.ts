import { textsOf } from '@antiphon/core/channels'
import type { Timeline } from './types.js'

/** A stretch in which nothing came. Ms since the exchange began. */
export interface WireGap {
  from: number
  to: number
  /** Offset of the first byte behind it. */
  byte: number
}

/** Figures of one exchange, in ms since it began. Unknown figures are absent. */
export interface ExchangeFigures {
  bytes: number
  rows: number
  /** Until the status and headers were there. */
  headersAt?: number
  firstByteAt?: number
  /** Until the first reasoning, text or call. */
  firstTokenAt?: number
  /** To the end, or to the last byte while it runs. */
  durationMs?: number
  /** The longest silence between two pieces. */
  longestGap?: WireGap
  /** Silences of a second and more, the longest first. */
  gaps: readonly WireGap[]
  outputTokens?: number
  /** Counted by the server, or estimated from the length. */
  tokensAre?: 'reported' | 'estimated'
  /** Over the whole time. */
  tokensPerSecond?: number
}

const LONG_GAP = 1_000
const MAX_GAPS = 20
/** Good enough for a rate; what the server counts is always preferred. */
const LETTERS_PER_TOKEN = 4

/** The figures of an exchange: bytes, times, silences and tokens per second. */
export function exchangeFigures(timeline: Timeline): ExchangeFigures {
  const { exchange, rows, completion } = timeline
  const { body, received, response, end, startedAt } = exchange
  const counts = { bytes: received, rows: rows.length }
  if (startedAt === undefined) return { ...counts, gaps: [], ...tokens(timeline, undefined) }
  const { pieces } = body
  const lastAt = pieces.at(-1)?.at
  const durationMs = completion ? end?.at : lastAt
  const firstTokenAt = rows.find(({ feeds }) => feeds.some(({ part }) => part !== 'usage'))?.at
  const gaps: WireGap[] = pieces
    .slice(1)
    .map((piece, i) => ({ from: pieces[i]!.at, to: piece.at, byte: piece.start }))
  gaps.sort((a, b) => b.to - b.from - (a.to - a.from))
  return {
    ...counts,
    headersAt: response?.at,
    firstByteAt: pieces[0]?.at,
    firstTokenAt,
    durationMs,
    longestGap: gaps[0],
    gaps: gaps.filter(({ from, to }) => to - from >= LONG_GAP).slice(0, MAX_GAPS),
    ...tokens(timeline, durationMs),
  }
}

/** The rate is that of the whole time, as under an answer: one answer has one speed. */
function tokens(timeline: Timeline, durationMs: number | undefined): Partial<ExchangeFigures> {
  const answer = timeline.answerAt(timeline.length)
  const { tool_calls = [], usage } = answer
  const reported = usage?.outputTokens
  const texts = [...Object.values(textsOf(answer)), ...tool_calls.map((call) => call.function.arguments)]
  const letters = texts.reduce((sum, text) => sum + text.length, 0)
  const outputTokens = reported ?? Math.round(letters / LETTERS_PER_TOKEN)
  if (reported === undefined && letters === 0) return {}
  return {
    outputTokens,
    tokensAre: reported === undefined ? 'estimated' : 'reported',
    ...(durationMs && { tokensPerSecond: (outputTokens * 1000) / durationMs }),
  }
}
