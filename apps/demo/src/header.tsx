import type { ReactNode } from 'react'
import { SkipLink } from './skip-link.js'
import { ThemeSwitch } from './theme/theme-switch.js'
import type { Theme } from './theme/use-theme.js'
import { ToolbarButton } from './toolbar-button.js'

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
