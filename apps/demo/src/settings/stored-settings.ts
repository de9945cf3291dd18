import * as z from 'zod'
import { englishProfile } from 'workbench/profile-words'
import { scriptedBaseUrl } from './endpoints.js'
import {
  originOf,
  isOverrides,
  type Key,
  type KeyPlace,
  type Settings,
  checkBaseUrl,
  defaultSettings,
  efforts,
} from './settings.js'

const schema = z.object({ value: z.string().min(1), origin: z.string() })
const nameOf = (id: string): string => `antiphon-demo.key.${id}`

/** Where secrets of that place are kept; undefined: in memory alone. */
export function storeOf(place: KeyPlace): Storage | undefined {
  if (place === 'memory') return undefined
  try {
    return place === 'tab' ? sessionStorage : localStorage
  } catch {
    // Refused, as in some private windows: the key is kept in memory then.
    return undefined
  }
}

/** The key that one chose to keep for an endpoint. One that was kept for another origin than it has now is not given out. */
export function loadKey({
  id,
  keyPlace,
  baseUrl,
}: Pick<Settings, 'id' | 'keyPlace' | 'baseUrl'>): Key | undefined {
  try {
    const key = schema.parse(JSON.parse(storeOf(keyPlace)?.getItem(nameOf(id)) ?? ''))
    return key.origin === originOf(baseUrl) ? key : undefined
  } catch {
    return undefined
  }
}

/** Keeps a key where its endpoint says, and nowhere else; without one, forgets it everywhere. */
export function storeKey({ id, keyPlace }: Pick<Settings, 'id' | 'keyPlace'>, key: Key | undefined): void {
  for (const place of ['tab', 'browser'] as const) {
    try {
      if (key && place === keyPlace) storeOf(place)?.setItem(nameOf(id), JSON.stringify(key))
      else storeOf(place)?.removeItem(nameOf(id))
    } catch {
      // A full disk: the key holds until the page closes.
    }
  }
}

const NAME = 'antiphon-demo.settings'

/** The endpoints one has set up, and the one in use. The scripted one is always among them. */
export interface EndpointList {
  current: string
  endpoints: readonly Settings[]
}

const apiNames = Object.keys(englishProfile.apis) as (keyof typeof englishProfile.apis)[]
const effortNames = Object.keys(efforts) as (keyof typeof efforts)[]

const fields = {
  // The scripted endpoint is stored as the absence of an address: its port may change.
  baseUrl: z.string().optional(),
  model: z.string().default(''),
  maxTokens: z.int().positive().optional(),
  temperature: z.number().min(0).max(2).optional(),
  effort: z.enum(effortNames).optional(),
  api: z.enum(apiNames).optional(),
  profile: z.string().optional(),
  // Drop changes that a profile cannot take.
  overrides: z
    .record(z.string(), z.unknown())
    .transform((stored) => (isOverrides(stored) ? stored : undefined))
    .optional(),
  system: z.string().default(''),
}

/** Version 1 held one endpoint. */
const first = z.object({ version: z.literal(1), ...fields }).transform((stored) => {
  const { version: _, ...only } = stored
  const isScripted = only.baseUrl === undefined
  const one = {
    ...only,
    id: isScripted ? defaultSettings.id : 'first',
    name: '',
    keyPlace: 'memory' as const,
  }
  return { current: one.id, endpoints: [one] }
})

const second = z.object({
  version: z.literal(2),
  current: z.string(),
  endpoints: z.array(
    z.object({
      ...fields,
      id: z.string().min(1),
      name: z.string().default(''),
      topP: z.number().min(0).max(1).optional(),
      seed: z.int().optional(),
      stop: z.array(z.string()).optional(),
      extraHeaders: z.record(z.string(), z.string()).optional(),
      extraBody: z.record(z.string(), z.unknown()).optional(),
      keyPlace: z.enum(['memory', 'tab', 'browser']).default('memory'),
    } satisfies Record<keyof Settings, unknown>),
  ),
})

/** Reads the stored endpoints. Without storage, or when nothing there can be read, it is the scripted endpoint alone. */
export function loadEndpoints(): EndpointList {
  try {
    const { current, endpoints } = z
      .union([first, second])
      .parse(JSON.parse(localStorage.getItem(NAME) ?? ''))
    const read = endpoints.map((one): Settings => ({ ...one, baseUrl: one.baseUrl ?? scriptedBaseUrl }))
    return withScripted(
      current,
      read.filter(({ baseUrl }) => checkBaseUrl(baseUrl) === undefined),
    )
  } catch {
    return { current: defaultSettings.id, endpoints: [defaultSettings] }
  }
}

function withScripted(current: string, endpoints: readonly Settings[]): EndpointList {
  const all = endpoints.some(({ id }) => id === defaultSettings.id)
    ? endpoints
    : [defaultSettings, ...endpoints]
  return { current: all.some(({ id }) => id === current) ? current : defaultSettings.id, endpoints: all }
}

export function storeEndpoints({ current, endpoints }: EndpointList): void {
  const stored = endpoints.map(({ baseUrl, ...rest }) =>
    baseUrl === scriptedBaseUrl ? rest : { baseUrl, ...rest },
  )
  try {
    localStorage.setItem(NAME, JSON.stringify({ version: 2, current, endpoints: stored }))
  } catch {
    // No storage (private window, full disk): the settings hold until the tab closes.
  }
}
