import type { ChatErrorData } from '../../errors/chat-error.js'
import { isRecord, type JsonObject } from '@antiphon/base'
import { resolveBaseUrl } from '../request/endpoint.js'
import type { ProviderSettings, SettingsOverride } from '../types.js'
import { healingRules, nativeRules } from './healing-rules.js'
import type { Healing } from './types.js'

/** Remembers what each endpoint and model refused or demanded, so that a fault costs one request only once. */
export interface EndpointMemory {
  list(endpoint: { baseUrl: string }, model?: string): readonly Healing[]
  add(endpoint: { baseUrl: string }, model: string | undefined, healing: Healing): void
  /** Forgets what was learned about a model, about an endpoint (no model given), or about all (nothing given). */
  forget(endpoint?: { baseUrl: string }, model?: string): void
}

/** Creates a memory, for tests and for apps whose chats must not share what they learned. */
export function createEndpointMemory(): EndpointMemory {
  const endpoints = new Map<string, Map<string | undefined, readonly Healing[]>>()
  return {
    list: (endpoint, model) => endpoints.get(keyOf(endpoint))?.get(model) ?? [],
    add(endpoint, model, healing) {
      const key = keyOf(endpoint)
      const models = endpoints.get(key) ?? new Map<string | undefined, readonly Healing[]>()
      // Two requests at the same moment may learn the same thing.
      const others = (models.get(model) ?? []).filter(({ field }) => field !== healing.field)
      endpoints.set(key, models.set(model, [...others, healing]))
    },
    forget(endpoint, model) {
      if (!endpoint) endpoints.clear()
      else if (model === undefined) endpoints.delete(keyOf(endpoint))
      else endpoints.get(keyOf(endpoint))?.delete(model)
    },
  }
}

/** The memory that the chats of a page share. A chat can be given its own. */
export const endpointMemory: EndpointMemory = createEndpointMemory()

/** The same server, however its address was typed. */
function keyOf({ baseUrl }: { baseUrl: string }): string {
  try {
    return resolveBaseUrl(baseUrl)
  } catch {
    return baseUrl
  }
}

/** The request that was refused. */
export interface RequestFacts {
  body: JsonObject
  /** True for a wire other than chat completions: fewer changes are known there. */
  isNative?: boolean
  /** Body fields that the user wrote; they are never changed. */
  verbatim?: readonly string[]
  /** Settings that the user chose; they are never changed. */
  overrides?: SettingsOverride
  /** Changes of earlier attempts of this request. */
  healed?: readonly Healing[]
}

/** Changes that one request may go through. */
const MAX_HEALINGS = 3

/**
 * Says what to change after a refusal, so that the server may accept the same request; undefined when nothing is known to help.
 * Pure. Changes each field at most once per request, and never one that the user has set (docs/wire 1.1, 3.2, 5.1).
 */
export function healRequest(
  error: ChatErrorData,
  { body, isNative, verbatim = [], overrides, healed = [] }: RequestFacts,
  settings: ProviderSettings,
): Healing | undefined {
  if (healed.length >= MAX_HEALINGS || !isRefusal(error)) return undefined
  const text = [error.message, error.code, error.type, error.field].join(' ').slice(0, 8000)
  for (const rule of isNative ? nativeRules : healingRules) {
    const change = rule({ error, text, body, settings })
    if (!change) continue
    // A setting of the user stays, and the user sees the refusal.
    if (verbatim.includes(change.field) || overlap(change.settings, overrides)) return undefined
    const isNew = (one: Healing): boolean =>
      change.settings.body?.omit ? one.field !== change.field : !overlap(change.settings, one.settings)
    if (healed.every(isNew)) return { ...change, said: error.message }
  }
  return undefined
}

/** Servers refuse with 400 and 422, templates that raise with 500, some with an error inside a 200. */
function isRefusal({ kind, status = 400 }: ChatErrorData): boolean {
  if (kind === 'unsupported_field' || kind === 'invalid_request') return status < 500 && status !== 413
  return kind === 'provider' && [400, 422, 500].includes(status)
}

/** True when both set the same thing. */
function overlap(one: unknown, other: unknown): boolean {
  if (one === undefined || other === undefined) return false
  if (!isRecord(one) || !isRecord(other)) return true
  return Object.keys(one).some((key) => overlap(one[key], other[key]))
}
