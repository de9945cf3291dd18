import { useLayoutEffect, useState } from 'react'

/**
 * A look of the whole page: one of a few values, kept in this browser and written on the page's root as `data-…`, where the
 * kit's sheet reads it. A stored value that is not among them is taken for the first.
 */
function usePageSetting<Value extends string>(
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

/** The value after this one, round and round. */
export function nextOf<Value>(values: readonly Value[], value: Value): Value {
  return values[(values.indexOf(value) + 1) % values.length]!
}
