import { useRef } from 'react'

export interface SplitHandleProps {
  width: number
  limits: { min: number; max: number }
  onResize: (width: number) => void
}

const STEP = 24

/** The edge between the conversation and the panel: dragged, or moved with the arrow keys. */
export function SplitHandle({ width, limits, onResize }: SplitHandleProps) {
  const start = useRef<{ x: number; width: number } | undefined>(undefined)
  /** The panel is at the end of the line, which is left where one reads from right to left. */
  const sign = (element: Element): number => (getComputedStyle(element).direction === 'rtl' ? -1 : 1)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator that can be moved is a widget
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the wire panel"
      aria-valuenow={width}
      aria-valuemin={limits.min}
      aria-valuemax={limits.max}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
      tabIndex={0}
      className="absolute inset-y-0 start-0 z-1 w-2 cursor-col-resize touch-none border-s-2 border-transparent hover:border-accent focus-visible:border-accent"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { x: event.clientX, width }
      }}
      onPointerMove={(event) => {
        const from = start.current
        if (from) onResize(from.width + (from.x - event.clientX) * sign(event.currentTarget))
      }}
      onPointerUp={() => {
        start.current = undefined
      }}
      onPointerCancel={() => {
        start.current = undefined
      }}
      onKeyDown={(event) => {
        const steps: Record<string, number> = { ArrowLeft: STEP, ArrowRight: -STEP }
        const step = steps[event.key]
        const to =
          event.key === 'Home'
            ? limits.min
            : event.key === 'End'
              ? limits.max
              : step && width + step * sign(event.currentTarget)
        if (to === undefined) return
        event.preventDefault()
        onResize(to)
      }}
    />
  )
}
