import type { ComponentProps, ReactNode } from 'react'

export interface ToolbarButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** Its only name. */
  label: string
  /** What stands in the 16 by 16 box of its icon. */
  shape: ReactNode
  /** Beside the icon where there is room; part of the name. */
  words?: string
}

/** A button that is one icon, on a wide screen with a word. */
export function ToolbarButton({ label, shape, words, ...rest }: ToolbarButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className="inline-flex h-target min-w-target flex-none items-center justify-center gap-1.5 rounded-button text-row text-text-2 transition-colors duration-fast hover:bg-sunken hover:text-text"
      {...rest}
    >
      <svg
        className={words ? 'size-4 min-[900px]:ms-2' : 'size-4'}
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
      {words && <span className="pe-2 max-[899px]:hidden">{words}</span>}
    </button>
  )
}
