'use client'

import { memo, type ReactNode } from 'react'
import { cx } from '../lib/react.js'
import { iconShapes, type IconName } from './icon-shapes.js'

export interface IconProps {
  name: IconName
  className?: string
}

/** One icon, always beside a word or inside a named control; it says nothing to a screen reader itself. */
export const Icon = memo(function Icon({ name, className }: IconProps) {
  const shape: ReactNode = iconShapes[name]
  return (
    <svg
      data-icon={name}
      className={cx('ap:size-4 ap:flex-none', className)}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {typeof shape === 'string' ? <path d={shape} /> : shape}
    </svg>
  )
})
