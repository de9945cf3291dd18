import * as z from 'zod'
import { createStoredValue, useStoredValue } from '../stored-value.js'

/** Where conversations are kept. */
const keepers = ['browser', 'server'] as const
export type Keeper = (typeof keepers)[number]

/** The place that the person chose, and the model that answers on the server. */
const stored = createStoredValue('keeping', z.object({ keeper: z.enum(keepers), model: z.string() }), {
  keeper: 'browser',
  model: '',
})

/** A static page has no server. */
export const useKeeper = (): Keeper =>
  useStoredValue(stored).keeper === 'server' && !SCRIPTED_IN_PAGE ? 'server' : 'browser'

/** Keeps conversations there from now on: the page begins again, with the list of that place. */
export function moveTo(keeper: Keeper): void {
  stored.set({ ...stored.get(), keeper })
  history.replaceState(null, '', location.pathname + location.search)
  location.reload()
}

export const serverModel = {
  get: (): string => stored.get().model,
  set: (model: string): void => stored.set({ ...stored.get(), model }),
}

/** Where the server of this page keeps them. */
export const serverUrl = '/api'

export const browserStorageName = 'antiphon-demo'
