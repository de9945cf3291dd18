import type { ReactNode } from 'react'

export interface StageProps {
  /** Names the area for those who hear the page. */
  label: string
  /** Controls above it. */
  bar?: ReactNode
  children: ReactNode
}

/** The frame of a live part: its controls, and an area of a fixed size in which it scrolls. */
export function Stage({ label, bar, children }: StageProps) {
  return (
    <>
      {bar && (
        <div data-antiphon-root className="live-bar">
          {bar}
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be reached with the keyboard */}
      <div className="live-stage" role="group" aria-label={label} tabIndex={0}>
        {children}
      </div>
    </>
  )
}
