import { useState } from 'react'
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

export interface RecentModels {
  /** Ids, the last one first. */
  recents: readonly string[]
  /** Another model takes the place of this one. */
  remember: (model: string) => void
}

/** The models that were used before with an endpoint. Kept in this browser. */
export function useRecentModels(endpoint: string): RecentModels {
  const [all, setAll] = useState(load)
  const recents = all[endpoint] ?? []
  return {
    recents,
    remember(model) {
      const next = { ...all, [endpoint]: [model, ...recents.filter((id) => id !== model)].slice(0, MOST) }
      setAll(next)
      try {
        localStorage.setItem(NAME, JSON.stringify(next))
      } catch {
        // No storage: they are remembered until the page closes.
      }
    },
  }
}
