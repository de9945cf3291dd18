import { randomId } from '@antiphon/core'
import type { EndpointConfig, ReasoningEffort, RequestParameters } from '@antiphon/core'
import type { SettingsOverride } from '@antiphon/core/provider'
import { resolveBaseUrl } from '@antiphon/core/request'
import { wires } from '@antiphon/wires'
import { scriptedBaseUrl, scriptedModel } from './endpoints.js'
import { proxyNameOf } from './proxies.js'
import { words } from '../words/words.js'

/** Where a key is kept: in memory until the page closes, in this tab until it closes, or in this browser until forgotten. */
export type KeyPlace = 'memory' | 'tab' | 'browser'

/** One endpoint and what one can set of it. Everything here may be stored; the key is not part of it. */
export interface Settings {
  /** Our own, by which the list of endpoints and their keys are told apart. */
  id: string
  /** Name that the person gave it. Empty: its host is shown. */
  name: string
  baseUrl: string
  /** Empty: the first one that the endpoint lists. */
  model: string
  maxTokens?: number
  temperature?: number
  topP?: number
  seed?: number
  /** Texts at which an answer ends. */
  stop?: string[]
  /** How much to think. Absent: the server decides. */
  effort?: ReasoningEffort
  /** Sent with each request; never a key. */
  extraHeaders?: Readonly<Record<string, string>>
  /** Merged into the body of each request. */
  extraBody?: Readonly<Record<string, unknown>>
  /** The wire that the server speaks. Absent: the one that the address has. */
  api?: NonNullable<EndpointConfig['api']>
  /** Id of a provider profile. Default: the profile that fits the address. */
  profile?: string
  /** Changes to the profile. */
  overrides?: SettingsOverride
  /** System prompt of new conversations. */
  system: string
  keyPlace: KeyPlace
}

/** A key and the one origin it may be sent to. In memory, unless one chose a place that stays; never in a URL or the page. */
export interface Key {
  value: string
  origin: string
}

const profileSections = new Set(['messages', 'body', 'headers', 'response'])

/** Whether a value of JSON is of the form of changes to a profile: sections with fields. */
export const isOverrides = (value: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(value).every(
    ([name, fields]) =>
      profileSections.has(name) && typeof fields === 'object' && fields !== null && !Array.isArray(fields),
  )

/** The scripted endpoint, which is always in the list. */
export const defaultSettings: Settings = {
  id: 'scripted',
  name: '',
  baseUrl: scriptedBaseUrl,
  model: scriptedModel,
  system: '',
  keyPlace: 'memory',
}

/** The server of this page, where it keeps the conversations and answers itself. */
export const serverSettings: Settings = {
  ...defaultSettings,
  id: 'server',
  name: words.shell.thisServer,
  baseUrl: `${location.origin}/api`,
  model: '',
}

export const newEndpoint = (): Settings => ({ ...defaultSettings, id: randomId(), baseUrl: '', model: '' })

/** The origin of an address, or undefined when the text is not an address. */
export function originOf(baseUrl: string): string | undefined {
  return checkBaseUrl(baseUrl) === undefined ? new URL(resolveBaseUrl(baseUrl)).origin : undefined
}

/** Returns what is wrong with a base URL, in words; undefined for a valid one. */
export function checkBaseUrl(baseUrl: string): string | undefined {
  if (baseUrl.trim() === '') return words.settings.enterAddress
  try {
    const { username, password } = new URL(resolveBaseUrl(baseUrl))
    if (username || password) return words.settings.noPassword
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

export function endpointOf(settings: Settings, key: Key | undefined): EndpointConfig {
  const { baseUrl, api, profile, overrides, extraHeaders, extraBody } = settings
  const apiKey = key && key.origin === originOf(baseUrl) ? key.value : undefined
  return { baseUrl, api, wires, profile, overrides, extraHeaders, extraBody, ...(apiKey ? { apiKey } : {}) }
}

export function parametersOf(settings: Settings): RequestParameters {
  const { maxTokens, temperature, topP, seed, stop, effort } = settings
  return { maxTokens, temperature, topP, seed, stop, reasoningEffort: effort }
}

/** The efforts one can ask for, as the form names them. */
export const efforts: Readonly<Record<ReasoningEffort, string>> = words.settings.parameters.efforts

/** Name of an endpoint on screen. */
export function endpointName({ name, baseUrl }: Pick<Settings, 'name' | 'baseUrl'>): string {
  if (name) return name
  if (baseUrl === scriptedBaseUrl) return words.shell.scripted
  const proxy = proxyNameOf(baseUrl)
  if (proxy) return words.shell.byProxy(proxy)
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl
}
