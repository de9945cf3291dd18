import * as z from 'zod'
import { createStoredValue, useStoredValue } from '../stored-value.js'

const MOST = 3
const schema = z.record(z.string(), z.array(z.string()))
const stored = createStoredValue('recent-models', schema, {})

export interface RecentModels {
  /** Ids, the last one first. */
  recents: readonly string[]
  /** Another model takes the place of this one. */
  remember: (model: string) => void
}

/** The models that were used before with an endpoint. Kept in this browser. */
export function useRecentModels(endpoint: string): RecentModels {
  const all = useStoredValue(stored)
  const recents = all[endpoint] ?? []
  return {
    recents,
    remember: (model) =>
      stored.set({ ...all, [endpoint]: [model, ...recents.filter((id) => id !== model)].slice(0, MOST) }),
  }
}
