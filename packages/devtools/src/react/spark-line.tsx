'use client'

import type { Timeline, WireRow } from '../types.js'
import { useMemo, type PointerEvent } from 'react'
import { partOf } from './stream-lines.js'
import type { ReadExchange } from './use-timeline.js'

/** The bytes of one stretch of time. */
export interface SparkBar {
  bytes: number
  /** The part that most of the bytes fed: a text channel, `call`, or nothing. */
  part: string
}

const BARS = 80

/**
 * How much came when: the time of an exchange in equal stretches. Where no times are known, its bytes in equal stretches.
 * `place` says of a row how far along it is, from 0 to 1.
 */
function sparkBars({ rows, exchange, length }: Timeline): {
  bars: (SparkBar | undefined)[]
  place: (row: WireRow) => number
} {
  const isTimed = exchange.startedAt !== undefined
  const whole = (isTimed ? rows.at(-1)?.at : length) || 1
  const place = (row: WireRow): number => Math.min(1, (isTimed ? row.at : row.end) / whole)
  const fed = Array.from({ length: BARS }, () => new Map<string, number>())
  for (const row of rows) {
    const bar = fed[Math.min(BARS - 1, Math.floor(place(row) * BARS))]!
    const [feed] = row.feeds
    const part = feed ? partOf(feed).replace(/^call .*/, 'call') : 'nothing'
    bar.set(part, (bar.get(part) ?? 0) + row.end - row.start)
  }
  const bars = fed.map((parts) => {
    if (parts.size === 0) return undefined
    const [[part] = ['nothing']] = [...parts].sort(([, a], [, b]) => b - a)
    return { part, bytes: [...parts.values()].reduce((sum, bytes) => sum + bytes, 0) }
  })
  return { bars, place }
}

export interface SparkLineProps {
  read: ReadExchange
  /** Bytes that have arrived where the person is. */
  byte: number
  onSeek: (byte: number) => void
}

const HEIGHT = 32

/**
 * When the tokens came, as bars in the colour of what they fed; a hair where the person is. A press goes there. It says nothing
 * that the slider and the figures do not say, so it is not read out.
 */
export function SparkLine({ read, byte, onSeek }: SparkLineProps) {
  const { timeline } = read
  const { bars, place } = useMemo(() => sparkBars(read.timeline), [read])
  const most = Math.max(1, ...bars.map((bar) => bar?.bytes ?? 0))
  const row = timeline.rows[timeline.rowBefore(byte)]
  const here = row ? place(row) : 0
  const seek = (event: PointerEvent): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const share = (event.clientX - left) / width
    const wanted = isRtl ? 1 - share : share
    const found = timeline.rows.findLast((one) => place(one) <= wanted)
    onSeek(found?.end ?? 0)
  }
  if (timeline.rows.length === 0) return null
  return (
    <svg
      data-slot="wire-spark"
      aria-hidden="true"
      viewBox={`0 0 ${BARS} ${HEIGHT}`}
      preserveAspectRatio="none"
      onPointerDown={seek}
      onPointerMove={(event) => event.buttons === 1 && seek(event)}
    >
      {bars.map((bar, at) => {
        if (!bar) return undefined
        // The root keeps the small ones in sight beside the one with everything in it.
        const height = Math.max(2, Math.sqrt(bar.bytes / most) * (HEIGHT - 4))
        return (
          <rect
            key={at}
            data-part={bar.part}
            data-ahead={at / BARS > here ? '' : undefined}
            x={at + 0.15}
            y={HEIGHT - height}
            width={0.7}
            height={height}
          />
        )
      })}
      {byte < timeline.length && (
        <line
          x1={here * BARS}
          x2={here * BARS}
          y1={0}
          y2={HEIGHT}
          vectorEffect="non-scaling-stroke"
          data-slot="wire-hair"
        />
      )}
    </svg>
  )
}
