import type { Message } from '@antiphon/core'
import { useMemo } from 'react'
import { PanelSection } from '../viewer/viewer-result.js'
import { columnsOf, statisticsOf } from './statistics.js'
import { duration, shortCount, words } from './words.js'

export interface StatisticsPanelProps {
  messages: readonly Message[]
  /** Of the document: records that make no message, by kind. */
  counts?: Readonly<Record<string, number>>
}

/** Tools that are shown. */
const TOOLS = 8
const COLUMNS = 60
const HEIGHT = 44

/** Where the time and the tokens of a session went. */
export function StatisticsPanel({ messages, counts }: StatisticsPanelProps) {
  const { tools, steps, retries } = useMemo(() => statisticsOf(messages, counts), [messages, counts])
  if (tools.length === 0 && steps.length === 0) return null
  const longest = Math.max(0, ...tools.map(({ ms }) => ms))
  const most = Math.max(0, ...steps)
  return (
    <PanelSection title={words.statistics}>
      {tools.length > 0 && (
        <>
          <h4 className="text-data text-text-2">{words.timePerTool}</h4>
          <ul role="list" className="flex flex-col gap-1.5 text-[12.5px] leading-4">
            {tools.slice(0, TOOLS).map(({ name, calls, failures, ms }) => (
              <li key={name}>
                <span className="flex items-baseline gap-2">
                  <span className="min-w-0 truncate font-mono">{name}</span>
                  <span className="min-w-0 flex-1 truncate text-text-2">
                    {words.toolLine(calls, failures)}
                  </span>
                  <span className="flex-none tabular-nums">{ms > 0 && duration(ms)}</span>
                </span>
                {longest > 0 && (
                  <svg
                    aria-hidden="true"
                    className="mt-0.5 h-1 w-full"
                    preserveAspectRatio="none"
                    viewBox="0 0 100 1"
                  >
                    <rect
                      width={Math.max(ms > 0 ? 1 : 0, (ms / longest) * 100)}
                      height="1"
                      className="fill-accent"
                    />
                  </svg>
                )}
              </li>
            ))}
          </ul>
          {longest === 0 && <p className="text-data text-text-2">{words.noTimes}</p>}
        </>
      )}
      {steps.length > 1 && most > 0 && (
        <>
          <h4 className="pt-1 text-data text-text-2">{words.tokensPerStep}</h4>
          <Columns values={columnsOf(steps, COLUMNS)} most={most} />
          <p className="text-[12px] leading-4 text-text-2">{words.perStep(steps.length, shortCount(most))}</p>
        </>
      )}
      {retries !== undefined && (
        <p className="flex justify-between text-[13px] leading-5">
          <span className="text-text-2">{words.retries}</span>
          <span>{retries}</span>
        </p>
      )}
    </PanelSection>
  )
}

/** A column for each value. The words below it say what can be read off it. */
function Columns({ values, most }: { values: readonly number[]; most: number }) {
  return (
    <svg
      aria-hidden="true"
      className="w-full fill-accent"
      height={HEIGHT}
      preserveAspectRatio="none"
      viewBox={`0 0 ${values.length} ${HEIGHT}`}
    >
      {values.map((value, i) => {
        const height = value > 0 ? Math.max(1, (value / most) * HEIGHT) : 0
        return <rect key={i} x={i + 0.1} width={0.8} y={HEIGHT - height} height={height} />
      })}
    </svg>
  )
}
