import type { ChatErrorData } from '../errors/chat-error-data.js'
import { isRecord, type JsonObject } from '../errors/is-record.js'
import type { ProviderSettings, SettingsOverride } from '../providers/provider-types.js'
import type { Healing } from './connection-types.js'
import { healingRules } from './healing-rules.js'

/** The request that was refused. */
export interface RequestFacts {
  body: JsonObject
  /** Body fields that the user wrote; they are never changed. */
  verbatim?: readonly string[]
  /** Settings that the user chose; they are never changed. */
  overrides?: SettingsOverride
  /** What was changed in earlier attempts of this request. */
  healed?: readonly Healing[]
}

/** Changes that one request may go through. */
const MAX_HEALINGS = 3

/**
 * What to change after a refusal so that the same request may be accepted, or undefined when nothing is known to help.
 * Pure. Each thing is changed at most once per request, never one that the user has set (wire-facts 1.1, 3.2, 5.1).
 */
export function healRequest(
  error: ChatErrorData,
  { body, verbatim = [], overrides, healed = [] }: RequestFacts,
  settings: ProviderSettings,
): Healing | undefined {
  if (healed.length >= MAX_HEALINGS || !isRefusal(error)) return undefined
  const text = [error.message, error.code, error.type, error.field].join(' ').slice(0, 8000)
  for (const rule of healingRules) {
    const change = rule({ error, text, body, settings })
    if (!change) continue
    // What the user wants stays as it is, and the refusal is told.
    if (verbatim.includes(change.field) || overlap(change.settings, overrides)) return undefined
    const isNew = (one: Healing): boolean =>
      change.settings.body?.omit ? one.field !== change.field : !overlap(change.settings, one.settings)
    if (healed.every(isNew)) return { ...change, said: error.message }
  }
  return undefined
}

/** Servers refuse with 400 and 422, templates that raise with 500, some with an error inside a 200. */
function isRefusal({ kind, status = 400 }: ChatErrorData): boolean {
  if (kind === 'unsupported_field' || kind === 'invalid_request') return status < 500
  return kind === 'provider' && [400, 422, 500].includes(status)
}

/** True when both set the same thing. */
function overlap(one: unknown, other: unknown): boolean {
  if (one === undefined || other === undefined) return false
  if (!isRecord(one) || !isRecord(other)) return true
  return Object.keys(one).some((key) => overlap(one[key], other[key]))
}
