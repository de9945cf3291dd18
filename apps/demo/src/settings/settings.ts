import type { EndpointConfig, ReasoningEffort, RequestParameters } from '@antiphon/core'
import { resolveBaseUrl, type SettingsOverride } from '@antiphon/core/connection'
import { scriptedBaseUrl, scriptedModel } from '../endpoint/scripted.js'

/** What one can set. Everything here may be stored; the key is not part of it. */
export interface Settings {
  baseUrl: string
  /** Empty: the first one that the endpoint lists. */
  model: string
  maxTokens?: number
  temperature?: number
  /** How much to think. Absent: the server decides. */
  effort?: ReasoningEffort
  /** Id of a provider profile. Absent: the one that the address has. */
  profile?: string
  /** What one changed in the profile. */
  overrides?: SettingsOverride
  /** System prompt of new conversations. */
  system: string
}

/** A key and the one origin it may be sent to. Lives in memory only: never in storage, a URL or the page. */
export interface Key {
  value: string
  origin: string
}

export const defaultSettings: Settings = { baseUrl: scriptedBaseUrl, model: scriptedModel, system: '' }

/** The origin of an address, or undefined when it is none. */
export function originOf(baseUrl: string): string | undefined {
  return checkBaseUrl(baseUrl) === undefined ? new URL(resolveBaseUrl(baseUrl)).origin : undefined
}

/** What is wrong with a base URL, in words; undefined when nothing is. */
export function checkBaseUrl(baseUrl: string): string | undefined {
  if (baseUrl.trim() === '') return 'Enter the address of an endpoint, such as http://localhost:11434/v1.'
  try {
    const { username, password } = new URL(resolveBaseUrl(baseUrl))
    if (username || password) return 'The address holds a name or a password. Put the key into its own field.'
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

export function endpointOf(settings: Settings, key: Key | undefined): EndpointConfig {
  const { baseUrl, profile, overrides } = settings
  const apiKey = key && key.origin === originOf(baseUrl) ? key.value : undefined
  return { baseUrl, profile, overrides, ...(apiKey ? { apiKey } : {}) }
}

export function parametersOf({ maxTokens, temperature, effort }: Settings): RequestParameters {
  return { maxTokens, temperature, reasoningEffort: effort }
}

/** The efforts one can ask for, as the form names them. */
export const efforts: Readonly<Record<ReasoningEffort, string>> = {
  off: 'Off',
  on: 'On',
  minimal: 'Minimal',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  max: 'Max',
}

/** What to call the endpoint on screen. */
export function endpointName(baseUrl: string): string {
  if (baseUrl === scriptedBaseUrl) return 'Scripted endpoint'
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl
}
