import type { ComponentProps, ReactNode } from 'react'
import { ThemeSwitch, type Theme } from './theme/theme.js'

/** First stop of the page, seen when focused: past the header and the transcript to the message box. */
export function SkipLink() {
  return (
    <a
      href="#message"
      className="fixed start-3 top-2 z-50 -translate-y-16 rounded-button bg-accent-fill px-3 py-1.5 text-row pointer-coarse:py-3.5 text-on-accent focus:translate-y-0"
      onClick={(event) => {
        // The address stays as it is; only the focus moves.
        event.preventDefault()
        focusMessageBox()
      }}
    >
      Skip to the message box
    </a>
  )
}

/** Moves the focus into the message box, behind what is written there. */
export function focusMessageBox(): void {
  const field = document.querySelector<HTMLTextAreaElement>('#message textarea')
  if (!field) return
  field.focus()
  field.setSelectionRange(field.value.length, field.value.length)
}

/**
 * Moves it there for a person with a keyboard at hand, who wants to type next. On a touch screen the keyboard would come up over half of
 * the page, and over an open dialog nobody types there.
 */
export function offerMessageBox(): void {
  const hasKeyboard = matchMedia('(hover: hover) and (pointer: fine)').matches
  if (hasKeyboard && !document.querySelector('dialog[open]')) focusMessageBox()
}

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
      className="inline-flex h-target min-w-target flex-none items-center justify-center gap-1.5 rounded-button text-row text-text-2 transition-colors duration-fast hover:bg-hover hover:text-text"
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

export interface HeaderProps {
  /** What the app talks to, in a word or two. */
  endpoint: string
  theme: Theme
  onThemeChange: (theme: Theme) => void
  onOpenSettings: () => void
  /** Stands before the name. */
  leading?: ReactNode
  /** Stands before the buttons. */
  children?: ReactNode
}

export function Header({ endpoint, theme, onThemeChange, onOpenSettings, leading, children }: HeaderProps) {
  return (
    <header className="flex h-12 flex-none items-center gap-2 border-b border-line px-3 sm:px-4 pointer-coarse:h-14 print:hidden">
      <SkipLink />
      {leading}
      <h1 className="text-row font-title">Antiphon</h1>
      <p className="min-w-0 flex-1 truncate text-data text-text-3" title={endpoint}>
        <span className="sr-only">Endpoint: </span>
        {endpoint}
      </p>
      {children}
      <span className="max-[479px]:hidden">
        <ThemeSwitch theme={theme} onChange={onThemeChange} />
      </span>
      <ToolbarButton
        label="Settings"
        aria-haspopup="dialog"
        onClick={onOpenSettings}
        shape={
          <>
            <path d="M2 4.5h5.5M12.5 4.5H14M2 11.5h1.5M8.5 11.5H14" />
            <circle cx="10" cy="4.5" r="2.25" />
            <circle cx="6" cy="11.5" r="2.25" />
          </>
        }
      />
    </header>
  )
}
