import { useEffect, useState } from 'react'
import * as z from 'zod'

const NAME = 'antiphon-demo.recent-models'
const MOST = 3
const schema = z.record(z.string(), z.array(z.string()))

function load(): Record<string, string[]> {
  try {
    return schema.parse(JSON.parse(localStorage.getItem(NAME) ?? '{}'))
  } catch {
    return {}
  }
}

/** The models that were used last with an endpoint, the last first, without the one in use. Kept in this browser. */
export function useRecentModels(endpoint: string, model: string | undefined): readonly string[] {
  const [recents, setRecents] = useState(load)
  useEffect(() => {
    if (!model) return
    setRecents((all) => {
      const before = all[endpoint] ?? []
      if (before[0] === model) return all
      const next = { ...all, [endpoint]: [model, ...before.filter((id) => id !== model)].slice(0, MOST + 1) }
      try {
        localStorage.setItem(NAME, JSON.stringify(next))
      } catch {
        // No storage: they are remembered until the page closes.
      }
      return next
    })
  }, [endpoint, model])
  return (recents[endpoint] ?? []).filter((id) => id !== model).slice(0, MOST)
}
