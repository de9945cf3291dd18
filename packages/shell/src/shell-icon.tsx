'use client'

import { cx } from '@antiphon/ui/parts'
import type { ReactNode } from 'react'

/** Icons that only these parts have, so that a chat without them loads none: a box of 16, a stroke of 1.5, round caps. */
const shapes = {
  good: (
    <path d="M5.5 7.2 8 2.4c1 0 1.7.8 1.6 1.8L9.3 6.3h3a1.3 1.3 0 0 1 1.3 1.6l-1 4a1.3 1.3 0 0 1-1.3 1H5.5zM2.5 7.2h3v5.7h-3z" />
  ),
  bad: (
    <path d="M5.5 8.8 8 13.6c1 0 1.7-.8 1.6-1.8l-.3-2.1h3a1.3 1.3 0 0 0 1.3-1.6l-1-4a1.3 1.3 0 0 0-1.3-1H5.5zM2.5 8.8h3V3.1h-3z" />
  ),
  read: <path d="M2.5 6.2v3.6h2.3L8 12.6V3.4L4.8 6.2zM10.4 5.8a3 3 0 0 1 0 4.4M12.2 4a5.6 5.6 0 0 1 0 8" />,
  dictate: (
    <>
      <rect x="6" y="2" width="4" height="7.2" rx="2" />
      <path d="M3.6 7.6a4.4 4.4 0 0 0 8.8 0M8 12v2" />
    </>
  ),
  search: (
    <>
      <circle cx="7.25" cy="7.25" r="4.5" />
      <path d="m10.6 10.6 3 3" />
    </>
  ),
  up: <path d="M4 10l4-4 4 4" />,
  down: <path d="M4 6l4 4 4-4" />,
} satisfies Record<string, ReactNode>

export interface ShellIconProps {
  name: keyof typeof shapes
  /** Drawn filled, to show that it is chosen. */
  filled?: boolean
  className?: string
}

export function ShellIcon({ name, filled, className }: ShellIconProps) {
  return (
    <svg
      data-icon={name}
      className={cx('ap:size-4 ap:flex-none', className)}
      viewBox="0 0 16 16"
      fill={filled ? 'currentColor' : 'none'}
      fillOpacity={filled ? 0.25 : undefined}
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {shapes[name]}
    </svg>
  )
}
