import type { Message } from '@antiphon/core'
import { useDeferredValue, useMemo } from 'react'
import { BarChart, ColumnChart, COLUMNS } from './charts.js'
import { columnsOf, statisticsOf } from './statistics.js'
import { duration, money, shortCount, words } from './words.js'
import { PanelSection } from '../viewer/panel-section.js'

export interface StatisticsPanelProps {
  messages: readonly Message[]
  /** Records of the document that make no message, by kind. */
  counts?: Readonly<Record<string, number>>
}

/** Tools that are shown. */
const TOOLS = 8

/** Where the time, the tokens and the money of a session went, and what was tried again. */
export function StatisticsPanel({ messages: shown, counts }: StatisticsPanelProps) {
  const messages = useDeferredValue(shown)
  const { tools, steps, costs, retries } = useMemo(() => statisticsOf(messages, counts), [messages, counts])
  const tokens = columnsOf(steps, COLUMNS)
  const mostTokens = Math.max(0, ...tokens)
  const hasSteps = steps.length > 1 && mostTokens > 0
  const prices = columnsOf(costs?.amounts ?? [], COLUMNS)
  const sum = costs?.amounts.reduce((a, b) => a + b, 0) ?? 0
  if (tools.length === 0 && !hasSteps && sum === 0 && !retries) return null
  const price = (amount: number): string => money({ amount, currency: costs!.currency })
  return (
    <PanelSection title={words.statistics}>
      {tools.length > 0 && (
        <BarChart
          title={words.timePerTool}
          rows={tools.slice(0, TOOLS).map(({ name, calls, failures, ms }) => ({
            name,
            detail: words.toolLine(calls, failures),
            value: ms,
            label: ms > 0 ? duration(ms) : '',
          }))}
        />
      )}
      {tools.length > 0 && tools.every(({ ms }) => ms === 0) && (
        <p className="text-data text-text-2">{words.noTimes}</p>
      )}
      {hasSteps && (
        <ColumnChart title={words.tokensPerStep} values={tokens}>
          {words.perStep(steps.length, shortCount(mostTokens))}
        </ColumnChart>
      )}
      {costs && sum > 0 && (
        <ColumnChart title={words.costPerStep} values={prices}>
          {words.costOf(costs.amounts.length, price(sum), price(Math.max(...prices)))}
        </ColumnChart>
      )}
      {retries && retries.steps.length > 0 && (
        <ColumnChart title={words.retries} values={columnsOf(retries.steps, COLUMNS)}>
          {words.retriesOf(
            retries.steps.reduce((a, b) => a + b, 0),
            retries.steps.length,
          )}
        </ColumnChart>
      )}
      {retries && retries.kinds.length > 0 && (
        <BarChart
          title={words.retries}
          rows={retries.kinds.map(([name, value]) => ({ name, value, label: words.retriesIn(value) }))}
        />
      )}
    </PanelSection>
  )
}
