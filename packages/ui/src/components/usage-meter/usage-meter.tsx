'use client'

import { useId } from 'react'
import { cx, popoverTarget } from '../../lib/react.js'
import { revealToString } from '../../lib/reveal-text.js'
import { useWords, type Words } from '../../strings/strings.js'
import { Part, Root, type RootProps } from '../part/part.js'
import { tokenRate, type UsageSummary } from './usage-summary.js'

/** All figures of an answer. The browser's own popover: Escape and a press beside it close it, no script needed. */
function UsageFigures({ id, summary }: { id: string; summary: UsageSummary }) {
  const { strings, formats } = useWords()
  const { usage, durationMs, firstTokenMs, requests, model, profile, serviceTier } = summary
  const words = strings.usage
  const rate = tokenRate(summary)
  const number = (value: number | undefined): string | undefined =>
    value === undefined ? undefined : formats.number(value)
  const duration = (value: number | undefined): string | undefined =>
    value === undefined ? undefined : formats.duration(value)
  const rows: [string, string | undefined][] = [
    [words.model, model && revealToString(model)],
    [words.profile, profile && revealToString(profile)],
    [words.tier, serviceTier && revealToString(serviceTier)],
    [words.input, number(usage?.inputTokens)],
    [words.cached, number(usage?.cachedInputTokens)],
    [words.cacheWrite, number(usage?.cacheWriteInputTokens)],
    [words.output, number(usage?.outputTokens)],
    [words.reasoning, number(usage?.reasoningTokens)],
    [words.total, number(usage?.totalTokens)],
    [words.cost, usage?.cost && formats.money(usage.cost.amount, usage.cost.currency)],
    [words.time, duration(durationMs)],
    [words.firstToken, duration(firstTokenMs)],
    [words.speed, rate === undefined ? undefined : words.rate(formats.number(rate))],
    [words.requests, requests > 1 ? formats.number(requests) : undefined],
    [words.origin, words[usage?.origin ?? 'missing']],
  ]
  return (
    <span id={id} popover="auto" data-slot="usage-figures" role="group" aria-label={words.title}>
      {rows.map(
        ([label, value]) =>
          value && (
            <span key={label}>
              <span className="ap:text-text-3">{label}</span> <span className="ap:tabular-nums">{value}</span>
            </span>
          ),
      )}
    </span>
  )
}

export interface UsageMeterProps extends RootProps<'p', 'figures'> {
  summary: UsageSummary
  /** The answer ran into its token limit: the output figure is set in the warning colour. */
  truncated?: boolean
}

/** `gpt-4o · 1,204 in, 312 out · 4.1 s · 76 tok/s`; a press shows all figures. Renders nothing when nothing is known. */
export function UsageMeter({ summary, truncated = false, className, ...rest }: UsageMeterProps) {
  const words = useWords()
  const id = useId()
  const parts = usageParts(summary, words, truncated)
  if (parts.length === 0) return null
  return (
    <Root
      as="p"
      slot="usage-meter"
      data-origin={summary.usage?.origin ?? 'missing'}
      className={cx('ap:min-w-0', className)}
      {...rest}
    >
      <Part as="button" slot="figures" type="button" {...popoverTarget(id)}>
        <span className="ap:sr-only">{words.strings.usage.title}: </span>
        {parts.map((part, index) => (
          <span key={index}>
            {index > 0 && ' · '}
            {part}
          </span>
        ))}
      </Part>
      <UsageFigures id={id} summary={summary} />
    </Root>
  )
}

function usageParts(summary: UsageSummary, { strings, formats }: Words, truncated: boolean) {
  const { usage, durationMs, model } = summary
  const rate = tokenRate(summary)
  // An estimate must not read like a bill.
  const figure = (n: number): string => (usage?.origin === 'estimated' ? '~' : '') + formats.number(n)
  const input = usage?.inputTokens === undefined ? undefined : strings.usage.in(figure(usage.inputTokens))
  const output = usage?.outputTokens === undefined ? undefined : strings.usage.out(figure(usage.outputTokens))
  return [
    model && revealToString(model),
    (input ?? output) && (
      <>
        {input}
        {input && output && ', '}
        {output && <span className={truncated ? 'ap:text-warn' : undefined}>{output}</span>}
      </>
    ),
    durationMs !== undefined && formats.duration(durationMs),
    rate !== undefined && strings.usage.rate(formats.number(rate)),
    usage?.cost && formats.money(usage.cost.amount, usage.cost.currency),
  ].filter(Boolean)
}
