'use client'

import { useEffect, useRef } from 'react'
import { revealToString } from '../../lib/reveal-text.js'
import { englishFigures } from '../../strings/english-late.js'
import { useWords } from '../../strings/strings.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { tokenRate, type UsageSummary } from './usage-summary.js'

/** All figures of an answer. The browser's own popover: Escape and a press beside it close it, no script needed. */
export function UsageFigures({ id, summary }: { id: string; summary: UsageSummary }) {
  const { strings, formats } = useWords()
  const { usage, durationMs, firstTokenMs, requests, model, profile, serviceTier } = summary
  const words = useEntryWords('usage', englishFigures)
  const rate = tokenRate(summary)
  const figures = useRef<HTMLSpanElement>(null)
  // The browser would close it without marking the key as used, and a panel around the chat would close too.
  useEffect(() => {
    const popover = figures.current
    const meter = popover?.parentElement
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || !popover?.hidePopover || !popover.matches(':popover-open')) return
      event.preventDefault()
      popover.hidePopover()
    }
    meter?.addEventListener('keydown', press)
    return () => meter?.removeEventListener('keydown', press)
  }, [])
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
    [words.speed, rate === undefined ? undefined : strings.usage.rate(formats.number(rate))],
    [words.requests, requests > 1 ? formats.number(requests) : undefined],
    [words.origin, words[usage?.origin ?? 'missing']],
  ]
  return (
    <span
      ref={figures}
      id={id}
      popover="auto"
      data-slot="usage-figures"
      role="group"
      aria-label={strings.usage.title}
    >
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
