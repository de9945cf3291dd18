import type { ReactNode } from 'react'
import { ToolbarButton } from '../toolbar-button.js'
import { themes, type Theme } from './use-theme.js'

const shapes: Record<Theme, ReactNode> = {
  system: (
    <>
      <rect x="1.75" y="2.5" width="12.5" height="8.5" rx="1.5" />
      <path d="M5.5 13.5h5" />
    </>
  ),
  light: (
    <>
      <circle cx="8" cy="8" r="2.75" />
      <path d="M8 1.5v1.25M8 13.25v1.25M1.5 8h1.25M13.25 8h1.25M3.4 3.4l.9.9M11.7 11.7l.9.9M3.4 12.6l.9-.9M11.7 4.3l.9-.9" />
    </>
  ),
  dark: <path d="M13.5 9.6A5.75 5.75 0 0 1 6.4 2.5a5.75 5.75 0 1 0 7.1 7.1Z" />,
}

/** Goes round: system, light, dark. */
export function ThemeSwitch({ theme, onChange }: { theme: Theme; onChange: (theme: Theme) => void }) {
  const next = themes[(themes.indexOf(theme) + 1) % themes.length]!
  return (
    <ToolbarButton
      label={`Theme: ${theme}. Switch to ${next}`}
      shape={shapes[theme]}
      onClick={() => onChange(next)}
    />
  )
}
