import type { EndpointConfig, RequestParameters } from '@antiphon/core'
import { scriptedBaseUrl, scriptedModel } from '../endpoint/scripted.js'

/** What one can set. Everything here may be stored; the key is not part of it. */
export interface Settings {
  baseUrl: string
  /** Empty: the first one that the endpoint lists. */
  model: string
  maxTokens?: number
  temperature?: number
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
  return URL.canParse(baseUrl) ? new URL(baseUrl).origin : undefined
}

/** What is wrong with a base URL, in words; undefined when nothing is. */
export function checkBaseUrl(baseUrl: string): string | undefined {
  if (baseUrl.trim() === '') return 'Enter the address of an endpoint, such as http://localhost:11434/v1.'
  if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl))
    return 'This is not an address. It starts with http:// or https://, such as http://localhost:11434/v1.'
  const { username, password } = new URL(baseUrl)
  if (username || password) return 'The address holds a name or a password. Put the key into its own field.'
  return undefined
}

export function endpointOf(settings: Settings, key: Key | undefined): EndpointConfig {
  const { baseUrl } = settings
  const apiKey = key && key.origin === originOf(baseUrl) ? key.value : undefined
  return { baseUrl, ...(apiKey ? { apiKey } : {}) }
}

export function parametersOf({ maxTokens, temperature }: Settings): RequestParameters {
  return { maxTokens, temperature }
}

/** What to call the endpoint on screen. */
export function endpointName(baseUrl: string): string {
  if (baseUrl === scriptedBaseUrl) return 'Scripted endpoint'
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl
}
