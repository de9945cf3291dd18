import { exchangeFigures, type Timeline } from '@antiphon/core/devtools'
import { useMemo } from 'react'
import { useInspectorWords } from './use-inspector-words.js'
import type { ReadExchange } from './use-timeline.js'
import { sizeInWords } from './wire-words.js'

export interface FiguresProps {
  read: ReadExchange
  /** Goes to a byte. */
  onSeek: (byte: number) => void
}

/** What can be measured of an exchange, in one line that wraps. What is not known is not there. */
export function Figures({ read, onSeek }: FiguresProps) {
  const words = useInspectorWords()
  const { inspector, formats } = words
  const { timeline } = read
  const figures = useMemo(() => exchangeFigures(read.timeline), [read])
  const { longestGap: gap } = figures
  const seconds = (ms: number): string => formats.duration(ms)
  return (
    <dl data-slot="wire-figures" aria-label={inspector.figures}>
      <div>
        <dt className="ap:sr-only">{inspector.rows}</dt>
        <dd>
          {inspector.rowsCount(figures.rows, formats.number(figures.rows))} ·{' '}
          {sizeInWords(figures.bytes, words)}
        </dd>
      </div>
      <Figure name={inspector.firstByte} value={figures.firstByteAt} words={seconds} />
      <Figure name={inspector.firstToken} value={figures.firstTokenAt} words={seconds} />
      <Figure name={inspector.duration} value={figures.durationMs} words={seconds} />
      <Figure
        name={inspector.rate}
        value={figures.tokensPerSecond}
        words={(rate) => inspector.rateValue(formats.number(rate), figures.tokensAre === 'estimated')}
      />
      {gap && (
        <div>
          <dt>{inspector.longestGap}</dt>
          <dd>
            <button
              type="button"
              data-slot="wire-link"
              title={inspector.goToGap(seconds(gap.to - gap.from))}
              onClick={() => onSeek(endOfRow(timeline, gap.byte))}
            >
              {inspector.gapAt(seconds(gap.to - gap.from), seconds(gap.from))}
            </button>
          </dd>
        </div>
      )}
    </dl>
  )
}

function Figure({
  name,
  value,
  words,
}: {
  name: string
  value: number | undefined
  words: (n: number) => string
}) {
  if (value === undefined) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>{words(value)}</dd>
    </div>
  )
}

function endOfRow(timeline: Timeline, byte: number): number {
  return timeline.rows[timeline.rowWith(byte)]?.end ?? timeline.length
}
