import type { ProviderSettings, SettingsOverride, ReasoningReplay, RequestPolicy } from '@antiphon/core'

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

/** How one setting is edited. `list`: words with commas between. `json`: anything else, as JSON. */
export type FieldKind =
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

const reasoning: Record<keyof ReasoningReplay, ProfileField> = {
  turns: choice('On which answers', {
    never: 'never',
    toolTurns: 'with tool calls',
    sinceLastUser: 'since the last question',
    all: 'always',
  }),
  field: choice('In which field', {
    same: 'as it came',
    reasoning: 'reasoning',
    reasoning_content: 'reasoning_content',
    reasoning_text: 'reasoning_text',
    thinking: 'thinking',
    both: 'reasoning and reasoning_content',
    reasoning_details: 'reasoning_details',
    thinking_blocks: 'thinking_blocks',
    thinkTags: '<think> tags in the text',
    contentParts: 'parts of the content',
  }),
  emptyKey: choice('Empty field when there was none', {
    false: 'no',
    toolTurns: 'with tool calls',
    true: 'always',
  }),
  onlySameModel: flag('Only what this model wrote'),
}

type MessageSetting = Exclude<keyof RequestPolicy, 'reasoning' | 'model' | 'provider' | 'reasoningFields'>

const messages: Record<MessageSetting, ProfileField> = {
  developerRole: choice('Role of developer messages', { system: 'system', developer: 'developer' }),
  lateSystem: choice('Later system messages', {
    keep: 'kept in place',
    merge: 'joined to the first',
    user: 'sent as user messages',
  }),
  emptyContent: json('Content of calls without text', 'null or "".'),
  callIdPattern: text('Pattern of call ids', 'A regular expression; ids that do not fit are rewritten.'),
  callExtras: choice('Unknown keys of calls', { keep: 'sent back', drop: 'left out' }),
  textKeys: choice('Further keys of texts', { drop: 'left out', keep: 'sent' }, 'Such as cache_control.'),
  toolNameOnResult: flag('Tool name on results'),
  bridgeAfterTool: text('Words after a result', 'An answer put between a tool result and the next question.'),
  missingThoughtSignature: text('Signature for calls of other models'),
  mergeConsecutive: flag('Join messages of one role'),
  userParts: list('Parts it takes', 'Types of content parts; others are named in words.'),
  textFiles: choice('Text files', { text: 'sent as their text', part: 'sent as files' }),
  imageUrls: choice('Images', { any: 'any address', dataOnly: 'data only' }),
  prefill: choice('Continue an answer', {
    none: 'asked for in words',
    plain: 'sent as it is',
    prefix: 'with prefix: true',
    partial: 'with partial: true',
    final_message: 'with continue_final_message',
  }),
}

const body: Record<keyof ProviderSettings['body'], ProfileField> = {
  maxTokensField: choice('Name of the token limit', {
    max_tokens: 'max_tokens',
    max_completion_tokens: 'max_completion_tokens',
  }),
  includeUsage: flag('Ask for usage in the stream'),
  emptyTools: choice('Empty list of tools', { omit: 'left out', withHistory: 'sent when there were calls' }),
  requiredToolChoice: choice('"Some tool" is called', { required: 'required', any: 'any', omit: 'left out' }),
  omit: list('Fields left out', 'Names, with commas between.'),
  thinking: json('Fields for thinking', 'By effort: {"low":{"reasoning_effort":"low"}}.'),
  extra: json('Fields in every request'),
}

const headers: Record<keyof ProviderSettings['headers'], ProfileField> = {
  keyHeader: text('Header of the key'),
  keyPrefix: text('Before the key'),
  extra: json('Headers of every request'),
}

const response: Record<keyof ProviderSettings['response'], ProfileField> = {
  sendsFinishReason: flag('Sends a finish reason', 'Off: a stream without one counts as complete.'),
  reasoningFields: list('Further fields of thinking', 'Names, with commas between, such as thoughts.'),
  thinkTags: json('Tags around thinking', 'false, or a list of {"open","close","opened"}.'),
}

const under = (prefix: string, fields: Record<string, ProfileField>): [string, ProfileField][] =>
  Object.entries(fields).map(([name, field]) => [`${prefix}.${name}`, field])

/** Every setting of a profile by path (`body.includeUsage`), in the order of the form. */
export const profileGroups: readonly {
  title: string
  fields: readonly [path: string, field: ProfileField][]
}[] = [
  { title: 'Thinking sent back', fields: under('messages.reasoning', reasoning) },
  { title: 'Messages', fields: under('messages', messages) },
  { title: 'Body', fields: under('body', body) },
  { title: 'Headers', fields: under('headers', headers) },
  { title: 'Answers', fields: under('response', response) },
]

export const profileFields: ReadonlyMap<string, ProfileField> = new Map(
  profileGroups.flatMap(({ fields }) => fields),
)
