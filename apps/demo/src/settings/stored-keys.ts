import * as z from 'zod'
import { originOf, type Key, type KeyPlace, type Settings } from './settings.js'

const schema = z.object({ value: z.string().min(1), origin: z.string() })
const nameOf = (id: string): string => `antiphon-demo.key.${id}`

function storeOf(place: KeyPlace): Storage | undefined {
  if (place === 'memory') return undefined
  try {
    return place === 'tab' ? sessionStorage : localStorage
  } catch {
    // Refused, as in some private windows: the key is kept in memory then.
    return undefined
  }
}

/** The key that one chose to keep for an endpoint. One that was kept for another origin than it has now is not given out. */
export function loadKey({ id, keyPlace, baseUrl }: Settings): Key | undefined {
  try {
    const key = schema.parse(JSON.parse(storeOf(keyPlace)?.getItem(nameOf(id)) ?? ''))
    return key.origin === originOf(baseUrl) ? key : undefined
  } catch {
    return undefined
  }
}

/** Keeps a key where its endpoint says, and nowhere else; without one, forgets it everywhere. */
export function storeKey({ id, keyPlace }: Settings, key: Key | undefined): void {
  for (const place of ['tab', 'browser'] as const) {
    try {
      if (key && place === keyPlace) storeOf(place)?.setItem(nameOf(id), JSON.stringify(key))
      else storeOf(place)?.removeItem(nameOf(id))
    } catch {
      // A full disk: the key holds until the page closes.
    }
  }
}
