'use client'

import { standsAlone, cx, useEntryWords } from '@antiphon/ui/parts'
import type { ComponentProps } from 'react'
import { englishShell } from '../strings/english-shell.js'
import { useWords } from '@antiphon/ui'

/** Tokens in use, and how many the model takes. */
export interface ContextMeterProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** Tokens that the next request holds already. */
  used: number
  /** Tokens that the model takes in all. */
  limit: number
}

const RADIUS = 5.75
const ROUND = 2 * Math.PI * RADIUS

/** How full the model's context is: calm, a warning from 80 %, and urgent from 95 %. */
export const ContextMeter = /* @__PURE__ */ standsAlone(function ContextMeter({
  used,
  limit,
  className,
  ...rest
}: ContextMeterProps) {
  const { formats } = useWords()
  const words = useEntryWords('shell', englishShell)
  const share = limit > 0 ? used / limit : 1
  const state = share >= 0.95 ? 'full' : share >= 0.8 ? 'high' : 'ok'
  const percent = `${formats.number(Math.round(share * 100))} %`
  const text = words.contextOf(formats.number(used), formats.number(limit))
  return (
    <div
      data-slot="context-meter"
      data-state={state}
      title={text}
      className={cx(
        'ap:flex ap:items-center ap:gap-2 ap:text-data ap:whitespace-nowrap ap:text-text-3 ap:data-[state=full]:text-danger ap:data-[state=high]:text-warn',
        className,
      )}
      {...rest}
    >
      <span
        role="meter"
        aria-label={words.context}
        aria-valuemin={0}
        aria-valuemax={Math.max(limit, 0)}
        aria-valuenow={Math.min(used, limit)}
        aria-valuetext={`${percent}, ${text}`}
        className="ap:flex-none"
      >
        <svg
          viewBox="0 0 16 16"
          fill="none"
          strokeWidth="2.5"
          aria-hidden="true"
          className="ap:size-4 ap:-rotate-90"
        >
          <circle cx="8" cy="8" r={RADIUS} stroke="var(--antiphon-edge)" />
          <circle
            cx="8"
            cy="8"
            r={RADIUS}
            stroke={state === 'ok' ? 'var(--antiphon-accent-text)' : 'currentColor'}
            strokeDasharray={`${Math.min(1, share) * ROUND} ${ROUND}`}
          />
        </svg>
      </span>
      <span aria-hidden="true" dir="auto" className="ap:tabular-nums">
        {words.contextShare(percent, formats.number(limit))}
      </span>
    </div>
  )
})
