import { useLayoutEffect, useState } from 'react'

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
