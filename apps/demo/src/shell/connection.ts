import type { ModelsQuery } from '@antiphon/ui/shell'
import { scriptedBaseUrl } from '../settings/endpoints.js'
import { endpointName, type KeyPlace } from '../settings/settings.js'
import type { SettingsControl } from '../settings/use-settings.js'
import { words } from '../words/words.js'

export interface Connection {
  name: string
  /** How it is reached, in a few words. */
  detail: string
  /** What the list of models says of it: it was read, could not be read, or nothing is known yet. */
  state: 'reached' | 'failed' | 'unknown'
}

const places: Readonly<Record<KeyPlace, string>> = words.shell.connection

/** What the app talks to, as the foot of the sidebar says it. */
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
