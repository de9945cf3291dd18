'use client'

import { exchangeFigures } from '../exchange-figures.js'
import type { Timeline } from '../types.js'
import { useMemo } from 'react'
import { SparkLine, type SparkLineProps } from './spark-line.js'
import type { ReadExchange } from './use-timeline.js'
import { sizeInWords, useInspectorWords } from './words.js'

/** The figures of an exchange, in one line. Unknown ones are left out. */
export function Figures({ read }: { read: ReadExchange }) {
  const words = useInspectorWords()
  const { inspector, formats } = words
  const figures = useMemo(() => exchangeFigures(read.timeline), [read])
  const { response } = read.exchange
  return (
    <dl data-slot="wire-figures" aria-label={inspector.figures}>
      {response && (
        <Figure
          name={inspector.statusName}
          isTold
          value={response.status}
          words={(status) => `${status} ${response.statusText}`.trim()}
        />
      )}
      <Figure name={inspector.duration} isTold value={figures.durationMs} words={formats.duration} />
      <Figure name={inspector.firstToken} value={figures.firstTokenAt} words={formats.duration} />
      <Figure
        name={inspector.rate}
        isTold
        value={figures.tokensPerSecond}
        words={(rate) => inspector.rateValue(formats.number(rate), figures.tokensAre === 'estimated')}
      />
      <Figure
        name={inspector.rows}
        isTold
        isLast
        value={figures.rows}
        words={(rows) =>
          `${inspector.rowsCount(rows, formats.number(rows))} · ${sizeInWords(figures.bytes, words)}`
        }
      />
    </dl>
  )
}

interface FigureProps {
  name: string
  value: number | undefined
  words: (value: number) => string
  /** The value explains itself on screen; the name is for screen readers. */
  isTold?: boolean
  /** Comes at the end of the line. */
  isLast?: boolean
}

function Figure({ name, value, words, isTold, isLast }: FigureProps) {
  if (value === undefined) return null
  return (
    <div data-end={isLast ? '' : undefined}>
      <dt className={isTold ? 'ap:sr-only' : undefined}>{name}</dt>
      <dd>{words(value)}</dd>
    </div>
  )
}

/** A silence is named in its place when it is so much of the whole. */
const NAMED_SHARE = 0.12

/** When the tokens came. The longest silence is a gap in it, with its length as a link to what came after it. */
export function Spark({ read, byte, onSeek }: SparkLineProps) {
  const { inspector, formats } = useInspectorWords()
  const { timeline } = read
  const { longestGap: gap } = useMemo(() => exchangeFigures(read.timeline), [read])
  const whole = timeline.rows.at(-1)?.at ?? 0
  const isNamed = gap && whole > 0 && gap.to - gap.from > whole * NAMED_SHARE
  return (
    <div data-slot="wire-spark-line">
      <SparkLine read={read} byte={byte} onSeek={onSeek} />
      {isNamed && (
        <button
          type="button"
          data-slot="wire-gap"
          aria-label={inspector.goToGap(formats.duration(gap.to - gap.from))}
          style={{ insetInlineStart: `${((gap.from + gap.to) / 2 / whole) * 100}%` }}
          onClick={() => onSeek(endOfRow(timeline, gap.byte))}
        >
          {formats.duration(gap.to - gap.from)}
        </button>
      )}
    </div>
  )
}

function endOfRow(timeline: Timeline, byte: number): number {
  return timeline.rows[timeline.rowWith(byte)]?.end ?? timeline.length
}
