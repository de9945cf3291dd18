import { randomId } from '@antiphon/core'
import { useState } from 'react'
import { scriptedBaseUrl } from './endpoints.js'
import { defaultSettings, originOf, type Key, type Settings } from './settings.js'
import { loadKey, storeKey, loadEndpoints, storeEndpoints, type EndpointList } from './stored-settings.js'

export interface SettingsControl {
  /** Settings of the endpoint in use. */
  settings: Settings
  /** The key of the endpoint. Undefined: requests are sent without one. */
  key: Key | undefined
  endpoints: readonly Settings[]
  keyOf(id: string): Key | undefined
  /** Takes over some settings of the endpoint in use and remembers them. */
  change(change: Partial<Settings>): void
  /** Uses one of the list. */
  select(id: string): void
  /** Takes an endpoint over, new or changed, with its key, and uses it. */
  save(endpoint: Settings, key: string | undefined): void
  /** Forgets an endpoint and its key. The scripted one stays. */
  remove(id: string): void
}

interface State {
  list: EndpointList
  keys: ReadonlyMap<string, Key>
}

function load(): State {
  const list = loadEndpoints()
  const kept = list.endpoints.flatMap((one): [string, Key][] => {
    const key = loadKey(one)
    return key ? [[one.id, key]] : []
  })
  return { list, keys: new Map(kept) }
}

export function useSettings(): SettingsControl {
  const [{ list, keys }, setState] = useState(load)
  const settings = list.endpoints.find(({ id }) => id === list.current) ?? defaultSettings

  const put = (nextList: EndpointList, nextKeys = keys): void => {
    setState({ list: nextList, keys: nextKeys })
    storeEndpoints(nextList)
  }
  const replaced = (id: string, change: (endpoint: Settings) => Settings): readonly Settings[] =>
    list.endpoints.map((one) => (one.id === id ? change(one) : one))

  return {
    settings,
    key: keys.get(settings.id),
    endpoints: list.endpoints,
    keyOf: (id) => keys.get(id),
    change: (part) =>
      put({ ...list, endpoints: replaced(list.current, (endpoint) => ({ ...endpoint, ...part })) }),
    select: (id) => put({ ...list, current: id }),
    save(edited, value) {
      // An address typed over that of the scripted endpoint makes a new endpoint. The scripted one stays.
      const isNew = edited.id === defaultSettings.id && edited.baseUrl !== scriptedBaseUrl
      const endpoint = isNew ? { ...edited, id: randomId() } : edited
      const known = list.endpoints.some(({ id }) => id === endpoint.id)
      const endpoints = known ? replaced(endpoint.id, () => endpoint) : [...list.endpoints, endpoint]
      const origin = originOf(endpoint.baseUrl)
      const key = value && origin ? { value, origin } : undefined
      storeKey(endpoint, key)
      const others = [...keys].filter(([id]) => id !== endpoint.id)
      put({ current: endpoint.id, endpoints }, new Map(key ? [...others, [endpoint.id, key]] : others))
    },
    remove(id) {
      const gone = list.endpoints.find((one) => one.id === id)
      if (!gone || id === defaultSettings.id) return
      storeKey(gone, undefined)
      const current = list.current === id ? defaultSettings.id : list.current
      const endpoints = list.endpoints.filter((one) => one !== gone)
      put({ current, endpoints }, new Map([...keys].filter(([owner]) => owner !== id)))
    },
  }
}
