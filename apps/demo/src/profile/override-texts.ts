import type { ProviderSettings, SettingsOverride } from '@antiphon/core/connection'
import { profileFields, type ProfileField } from './profile-fields.js'

/** What one changed in a profile, as the form holds it: text by path. A path that is not there is as the profile says. */
export type OverrideTexts = Readonly<Record<string, string>>

/** The changes as settings, and what is wrong with those that cannot be read. */
export function readOverrides(texts: OverrideTexts): {
  overrides: SettingsOverride | undefined
  problems: Record<string, string>
} {
  const overrides: Record<string, unknown> = {}
  const problems: Record<string, string> = {}
  for (const [path, field] of profileFields) {
    const text = texts[path]
    if (text === undefined) continue
    try {
      write(overrides, path.split('.'), readText(field, text))
    } catch (error) {
      problems[path] = (error as Error).message
    }
  }
  return {
    overrides: Object.keys(overrides).length > 0 ? overrides : undefined,
    problems,
  }
}

/** The other way round: every field that `overrides` sets, as text. */
export function toOverrideTexts(overrides: SettingsOverride | undefined): OverrideTexts {
  const texts: Record<string, string> = {}
  for (const [path, field] of profileFields) {
    const value = valueAt(overrides, path)
    if (value !== undefined) texts[path] = toText(field, value)
  }
  return texts
}

/** A setting as the form shows it; empty for one that is not set. */
export function settingText(settings: ProviderSettings, path: string): string {
  const field = profileFields.get(path)
  const value = valueAt(settings, path) ?? fallbacks[path]
  return field && value !== undefined ? toText(field, value) : ''
}

/** What the kit does where no profile says anything (`RequestPolicy`, `ReasoningReplay`). */
const fallbacks: Record<string, unknown> = {
  'messages.reasoning.turns': 'toolTurns',
  'messages.reasoning.field': 'same',
  'messages.reasoning.emptyKey': false,
  'messages.reasoning.onlySameModel': true,
  'messages.developerRole': 'system',
  'messages.lateSystem': 'keep',
  'messages.emptyContent': null,
  'messages.callExtras': 'keep',
  'messages.toolNameOnResult': false,
  'messages.mergeConsecutive': false,
  'messages.imageUrls': 'any',
  'messages.prefill': 'none',
}

function readText(field: ProfileField, text: string): unknown {
  switch (field.kind) {
    case 'text':
      return text
    case 'list':
      return text.split(',').flatMap((word) => word.trim() || [])
    case 'flag':
      return text === 'true'
    case 'choice':
      return text === 'true' || (text === 'false' ? false : text)
    case 'json':
      try {
        return JSON.parse(text) as unknown
      } catch {
        throw new TypeError('This is not JSON.')
      }
    default:
      return field satisfies never
  }
}

function toText(field: ProfileField, value: unknown): string {
  if (field.kind === 'json') return JSON.stringify(value)
  return Array.isArray(value) ? value.join(', ') : String(value)
}

function valueAt(source: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], source)
}

function write(target: Record<string, unknown>, [name, ...rest]: string[], value: unknown): void {
  if (name === undefined) return
  if (rest.length === 0) target[name] = value
  else write((target[name] ??= {}) as Record<string, unknown>, rest, value)
}
