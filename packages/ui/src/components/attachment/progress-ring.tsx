'use client'

import { useWords } from '../../strings/strings.js'

export interface ProgressRingProps {
  /** 0 to 1. */
  value: number
  /** Names what makes progress, for screen readers. */
  label: string
}

const RADIUS = 5.75
const LENGTH = 2 * Math.PI * RADIUS

/** How much of a file has been sent: a ring that closes. */
export function ProgressRing({ value, label }: ProgressRingProps) {
  const { formats } = useWords()
  const share = Math.min(1, Math.max(0, value))
  const percent = new Intl.NumberFormat(formats.locale, { style: 'percent' }).format(share)
  return (
    <span
      role="progressbar"
      data-slot="progress-ring"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      aria-valuetext={percent}
    >
      <svg viewBox="0 0 16 16" width="16" height="16" fill="none" aria-hidden="true">
        <circle cx="8" cy="8" r={RADIUS} stroke="var(--antiphon-line-strong)" strokeWidth="1.5" />
        <circle
          cx="8"
          cy="8"
          r={RADIUS}
          stroke="currentColor"
          strokeWidth="2"
          strokeDasharray={`${share * LENGTH} ${LENGTH}`}
          transform="rotate(-90 8 8)"
        />
      </svg>
    </span>
  )
}
