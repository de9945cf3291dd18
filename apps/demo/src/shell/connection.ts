import type { ModelsQuery } from '@antiphon/shell'
import { scriptedBaseUrl } from '../settings/endpoints.js'
import { endpointName, type KeyPlace } from '../settings/settings.js'
import type { SettingsControl } from '../settings/use-settings.js'
import { words } from '../words/words.js'

export interface Connection {
  name: string
  /** How it is reached, in a few words. */
  detail: string
  /** State by the list of models: it was read, could not be read, or nothing is known yet. */
  state: 'reached' | 'failed' | 'unknown'
}

const places: Readonly<Record<KeyPlace, string>> = words.shell.connection

/** Describes the endpoint and model in use for the foot of the sidebar. */
export function connectionOf({ settings, key }: SettingsControl, models: ModelsQuery): Connection {
  const isScripted = settings.baseUrl === scriptedBaseUrl
  return {
    name: endpointName(settings),
    detail: isScripted
      ? words.shell.connection.free
      : key
        ? places[settings.keyPlace]
        : words.shell.connection.none,
    state: models.error ? 'failed' : models.data ? 'reached' : 'unknown',
  }
}
