'use client'

import { useId } from 'react'
import { cx, popoverTarget } from '../../lib/react.js'
import { revealToString } from '../../lib/reveal-text.js'
import { useWords, type Words } from '../../strings/strings.js'
import { LatePart } from '../live-parts/late-part.js'
import { Part, Root, type RootProps } from '../part/part.js'
import { tokenRate, type UsageSummary } from './usage-summary.js'

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
      <LatePart of="UsageFigures" id={id} summary={summary} />
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
