import type { EndpointConfig } from '@antiphon/core'
import type { ProviderSettings, SettingsOverride, ReasoningReplay } from '@antiphon/core/provider'
import type { RequestPolicy } from '@antiphon/core/request'
import { englishProfile } from '../words/english-profile.js'

/** The wires that a server may speak, as the form names them. */
export const apis: Readonly<Record<NonNullable<EndpointConfig['api']>, string>> = englishProfile.apis

/** Changes to a profile as the form holds them: text by path. A path without an entry keeps the profile's value. */
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

/** Defaults of the kit for fields that no profile sets (`RequestPolicy`, `ReasoningReplay`). */
const fallbacks: Record<string, unknown> = {
  'messages.reasoning.turns': 'toolTurns',
  'messages.reasoning.field': 'same',
  'messages.reasoning.emptyKey': false,
  'messages.reasoning.onlySameModel': true,
  'messages.developerRole': 'system',
  'messages.lateSystem': 'keep',
  'messages.emptyContent': null,
  'messages.callExtras': 'keep',
  'messages.textKeys': 'drop',
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
        throw new TypeError(englishProfile.notJson)
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

/** How one setting is edited. `list`: words with commas between. `json`: anything else, as JSON. */
type FieldKind =
  | { kind: 'choice'; options: Readonly<Record<string, string>> }
  | { kind: 'flag' }
  | { kind: 'text' }
  | { kind: 'list' }
  | { kind: 'json' }

export type ProfileField = FieldKind & { label: string; hint?: string }

const flag = (label: string, hint?: string): ProfileField => ({ kind: 'flag', label, hint })
const text = (label: string, hint?: string): ProfileField => ({ kind: 'text', label, hint })
const list = (label: string, hint?: string): ProfileField => ({ kind: 'list', label, hint })
const json = (label: string, hint?: string): ProfileField => ({ kind: 'json', label, hint })
const choice = (label: string, options: Record<string, string>, hint?: string): ProfileField => ({
  kind: 'choice',
  label,
  options,
  hint,
})

// The types make sure that no setting is missing here: a new one does not compile until it has a field.

const said = englishProfile.fields

/** Names on the wire, which no language changes. */
const names = (...all: string[]): Record<string, string> =>
  Object.fromEntries(all.map((name) => [name, name]))

const reasoning: Record<keyof ReasoningReplay, ProfileField> = {
  turns: choice(said.turns, {
    never: said.turnsNever,
    toolTurns: said.turnsTools,
    sinceLastUser: said.turnsSince,
    all: said.turnsAll,
  }),
  field: choice(said.field, {
    same: said.fieldSame,
    ...names('reasoning', 'reasoning_content', 'reasoning_text', 'thinking'),
    both: said.fieldBoth,
    ...names('reasoning_details', 'thinking_blocks'),
    thinkTags: said.fieldTags,
    contentParts: said.fieldParts,
  }),
  emptyKey: choice(said.emptyKey, {
    false: englishProfile.no,
    toolTurns: said.turnsTools,
    true: said.turnsAll,
  }),
  onlySameModel: flag(said.onlySameModel),
}

type MessageSetting = Exclude<
  keyof RequestPolicy,
  'reasoning' | 'model' | 'provider' | 'reasoningFields' | 'toolNames'
>

const messages: Record<MessageSetting, ProfileField> = {
  developerRole: choice(said.developerRole, names('system', 'developer')),
  lateSystem: choice(said.lateSystem, { keep: said.lateKeep, merge: said.lateMerge, user: said.lateUser }),
  emptyContent: json(said.emptyContent, said.emptyContentHint),
  blankSystem: choice(said.blankSystem, { keep: said.sent, omit: said.leftOut }),
  plainText: flag(said.plainText),
  callIdPattern: text(said.callIds, said.callIdsHint),
  toolNamePattern: text(said.toolNames, said.toolNamesHint),
  callExtras: choice(said.callExtras, { keep: said.sentBack, drop: said.leftOut }),
  textKeys: choice(said.textKeys, { drop: said.leftOut, keep: said.sent }, said.textKeysHint),
  toolNameOnResult: flag(said.toolName),
  bridgeAfterTool: text(said.bridge, said.bridgeHint),
  missingThoughtSignature: text(said.signature),
  mergeConsecutive: flag(said.merge),
  userParts: list(said.userParts, said.userPartsHint),
  textFiles: choice(said.textFiles, { text: said.asText, part: said.asFiles }),
  imageUrls: choice(said.images, { any: said.anyAddress, dataOnly: said.dataOnly }),
  prefill: choice(said.prefill, {
    none: said.prefillNone,
    plain: said.prefillPlain,
    prefix: said.with('prefix: true'),
    partial: said.with('partial: true'),
    final_message: said.with('continue_final_message'),
  }),
}

const body: Record<keyof ProviderSettings['body'], ProfileField> = {
  maxTokensField: choice(said.tokenLimit, names('max_tokens', 'max_completion_tokens')),
  includeUsage: flag(said.usage),
  emptyTools: choice(said.emptyTools, { omit: said.leftOut, withHistory: said.withHistory }),
  requiredToolChoice: choice(said.someTool, { ...names('required', 'any'), omit: said.leftOut }),
  omit: list(said.omit, said.names),
  thinking: json(said.thinking, said.thinkingHint),
  extra: json(said.extraBody),
}

const headers: Record<keyof ProviderSettings['headers'], ProfileField> = {
  keyHeader: text(said.keyHeader),
  keyPrefix: text(said.keyPrefix),
  extra: json(said.extraHeaders),
}

const response: Record<keyof ProviderSettings['response'], ProfileField> = {
  sendsFinishReason: flag(said.finishReason, said.finishReasonHint),
  reasoningFields: list(said.reasoningFields, said.reasoningFieldsHint),
  thinkTags: json(said.thinkTags, said.thinkTagsHint),
}

const under = (prefix: string, fields: Record<string, ProfileField>): [string, ProfileField][] =>
  Object.entries(fields).map(([name, field]) => [`${prefix}.${name}`, field])

/** Every setting of a profile by path (`body.includeUsage`), in the order of the form. */
export const profileGroups: readonly {
  title: string
  fields: readonly [path: string, field: ProfileField][]
}[] = [
  { title: englishProfile.groups.reasoning, fields: under('messages.reasoning', reasoning) },
  { title: englishProfile.groups.messages, fields: under('messages', messages) },
  { title: englishProfile.groups.body, fields: under('body', body) },
  { title: englishProfile.groups.headers, fields: under('headers', headers) },
  { title: englishProfile.groups.response, fields: under('response', response) },
]

const profileFields: ReadonlyMap<string, ProfileField> = new Map(
  profileGroups.flatMap(({ fields }) => fields),
)
