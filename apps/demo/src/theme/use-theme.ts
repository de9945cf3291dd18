import { useLayoutEffect, useState } from 'react'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const NAME = 'antiphon-demo.theme'

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(load)
  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = theme
  }, [theme])
  return [
    theme,
    (next) => {
      setTheme(next)
      try {
        localStorage.setItem(NAME, next)
      } catch {
        // No storage: the choice holds until the tab closes.
      }
    },
  ]
}

function load(): Theme {
  try {
    return themes.find((theme) => theme === localStorage.getItem(NAME)) ?? 'system'
  } catch {
    return 'system'
  }
}
