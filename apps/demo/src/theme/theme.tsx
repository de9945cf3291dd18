import { useLayoutEffect, useState, type ReactNode } from 'react'
import { ToolbarButton } from '../header.js'

/**
 * A look of the whole page: one of a few values, kept in this browser and written on the page's root as `data-…`, where the
 * kit's sheet reads it. What is stored and not among the values is taken for the first.
 */
export function usePageSetting<Value extends string>(
  name: 'theme' | 'density',
  values: readonly [Value, ...Value[]],
): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => load(name, values))
  useLayoutEffect(() => {
    document.documentElement.dataset[name] = value
  }, [name, value])
  return [
    value,
    (next) => {
      setValue(next)
      try {
        localStorage.setItem(`antiphon-demo.${name}`, next)
      } catch {
        // No storage: the choice holds until the tab closes.
      }
    },
  ]
}

function load<Value extends string>(name: string, values: readonly [Value, ...Value[]]): Value {
  try {
    return values.find((value) => value === localStorage.getItem(`antiphon-demo.${name}`)) ?? values[0]
  } catch {
    return values[0]
  }
}

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export const useTheme = (): [Theme, (theme: Theme) => void] => usePageSetting('theme', themes)

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

export const useDensity = (): [Density, (density: Density) => void] => usePageSetting('density', densities)

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

const densityShapes: Record<Density, string> = {
  comfortable: 'M2.5 3.5h11M2.5 8h11M2.5 12.5h11',
  compact: 'M2.5 2.5h11M2.5 5.25h11M2.5 8h11M2.5 10.75h11M2.5 13.5h11',
}

export interface DensitySwitchProps {
  density: Density
  onChange: (density: Density) => void
}

/** Rows and text with more or less room around them. */
export function DensitySwitch({ density, onChange }: DensitySwitchProps) {
  const next = density === 'compact' ? 'comfortable' : 'compact'
  return (
    <ToolbarButton
      label={`Density: ${density}. Switch to ${next}`}
      shape={<path d={densityShapes[density]} />}
      onClick={() => onChange(next)}
    />
  )
}
