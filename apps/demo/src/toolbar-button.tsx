import type { ComponentProps, ReactNode } from 'react'

export interface ToolbarButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** Its only name. */
  label: string
  /** What stands in the 16 by 16 box of its icon. */
  shape: ReactNode
}

/** A button that is one icon. */
export function ToolbarButton({ label, shape, ...rest }: ToolbarButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className="inline-grid size-target flex-none place-items-center rounded-button text-text-2 transition-colors duration-fast hover:bg-sunken hover:text-text"
      {...rest}
    >
      <svg
        className="size-4"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {shape}
      </svg>
    </button>
  )
}
