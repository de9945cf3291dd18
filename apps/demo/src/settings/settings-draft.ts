import { resolveBaseUrl } from '@antiphon/core/request'
import { resolveProvider, type SettingsOverride } from '@antiphon/core/provider'
import { englishProfile } from 'workbench/profile-words'
import { checkBaseUrl, efforts, isOverrides, type KeyPlace, type Settings } from './settings.js'
import { words } from '../words/words.js'

const said = words.settings.problems

/** Reads a number: undefined for an empty text, NaN for anything that is not a number. A comma counts as the decimal point. */
function readNumber(text: string): number | undefined {
  const trimmed = text.trim()
  return trimmed === '' ? undefined : Number(trimmed.replace(',', '.'))
}

/** The value of a field, or its first problem. */
export interface Read<Value> {
  value?: Value
  problem?: string
}

/** Headers that carry keys: they belong into the field for the key, which is not stored unless one says so. */
const KEY_HEADER = /^(?:authorization|proxy-authorization|cookie|x-api-key|api-key|x-goog-api-key)$/i
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** `Name: value`, one a line. */
export function readHeaders(text: string): Read<Record<string, string>> {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const headers: [string, string][] = []
  for (const [index, line] of lines.entries()) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim()
    const value = line.slice(colon + 1).trim()
    const where = lines.length > 1 ? said.line(index + 1) : ''
    if (colon < 0 || !HEADER_NAME.test(name)) return { problem: `${where}${said.nameValue}` }
    if (KEY_HEADER.test(name)) return { problem: `${where}${said.keyHeader}` }
    if (!HEADER_VALUE.test(value)) return { problem: `${where}${said.headerValue}` }
    headers.push([name, value])
  }
  return headers.length > 0 ? { value: Object.fromEntries(headers) } : {}
}

export function toHeaderText(headers: Readonly<Record<string, string>> = {}): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

function readJsonObject(text: string): Read<Record<string, unknown>> {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return Object.keys(value).length > 0 ? { value: value as Record<string, unknown> } : {}
    return { problem: said.object }
  } catch (error) {
    return { problem: said.notJson((error as Error).message) }
  }
}

/** Changes to a profile. Values that no request could be written with are a problem. */
function readOverrides(text: string): Read<SettingsOverride> {
  const read = readJsonObject(text)
  if (!read.value) return read
  if (!isOverrides(read.value)) return { problem: said.profile }
  try {
    resolveProvider({ baseUrl: '', overrides: read.value })
    return { value: read.value }
  } catch (error) {
    return { problem: (error as Error).message }
  }
}

/** The form: numbers, lists and JSON are text while one types. */
export interface SettingsDraft {
  id: string
  name: string
  baseUrl: string
  model: string
  maxTokens: string
  temperature: string
  topP: string
  seed: string
  /** One a line. */
  stop: string
  /** `Name: value`, one a line. */
  extraHeaders: string
  extraBody: string
  /** Empty: the server decides. */
  effort: string
  /** Empty: by address. */
  api: string
  /** Empty: by address. */
  profile: string
  /** JSON. */
  overrides: string
  system: string
  keyPlace: KeyPlace
}

type DraftField =
  | 'baseUrl'
  | 'maxTokens'
  | 'temperature'
  | 'topP'
  | 'seed'
  | 'extraHeaders'
  | 'extraBody'
  | 'overrides'

/** Problems by field, in the order of the form. */
export type SettingsProblems = Partial<Record<DraftField, string>>

export function toDraft(settings: Settings): SettingsDraft {
  const {
    maxTokens,
    temperature,
    topP,
    seed,
    stop,
    effort = '',
    api = '',
    profile = '',
    overrides,
    ...rest
  } = settings
  const number = (value: number | undefined): string => (value === undefined ? '' : String(value))
  return {
    ...rest,
    effort,
    api,
    profile,
    overrides: overrides ? JSON.stringify(overrides, null, 2) : '',
    maxTokens: number(maxTokens),
    temperature: number(temperature),
    topP: number(topP),
    seed: number(seed),
    stop: (stop ?? []).join('\n'),
    extraHeaders: toHeaderText(rest.extraHeaders),
    extraBody: rest.extraBody ? JSON.stringify(rest.extraBody, null, 2) : '',
  }
}

export function readDraft(draft: SettingsDraft): { settings: Settings; problems: SettingsProblems } {
  const problems: SettingsProblems = {}
  const address = checkBaseUrl(draft.baseUrl)
  if (address) problems.baseUrl = address

  const numberOf = (
    field: 'maxTokens' | 'temperature' | 'topP' | 'seed',
    fits: (value: number) => boolean,
    problem: string,
  ): number | undefined => {
    const value = readNumber(draft[field])
    if (value !== undefined && !fits(value)) problems[field] = problem
    return value
  }
  const maxTokens = numberOf('maxTokens', (value) => Number.isInteger(value) && value >= 1, said.wholeFromOne)
  const temperature = numberOf('temperature', (value) => value >= 0 && value <= 2, said.zeroToTwo)
  const topP = numberOf('topP', (value) => value >= 0 && value <= 1, said.zeroToOne)
  const seed = numberOf('seed', (value) => Number.isSafeInteger(value), said.whole)
  const headers = readHeaders(draft.extraHeaders)
  if (headers.problem) problems.extraHeaders = headers.problem
  const body = readJsonObject(draft.extraBody)
  if (body.problem) problems.extraBody = body.problem
  const overrides = readOverrides(draft.overrides)
  if (overrides.problem) problems.overrides = overrides.problem

  const stop = draft.stop.split('\n').filter((line) => line !== '')
  const settings: { [Name in keyof Required<Settings>]: Settings[Name] } = {
    id: draft.id,
    name: draft.name.trim(),
    baseUrl: address ? draft.baseUrl.trim() : resolveBaseUrl(draft.baseUrl),
    model: draft.model.trim(),
    system: draft.system,
    keyPlace: draft.keyPlace,
    maxTokens,
    temperature,
    topP,
    seed,
    stop: stop.length > 0 ? stop : undefined,
    extraHeaders: headers.value,
    extraBody: body.value,
    effort: Object.hasOwn(efforts, draft.effort) ? (draft.effort as keyof typeof efforts) : undefined,
    api: Object.hasOwn(englishProfile.apis, draft.api) ? (draft.api as Settings['api']) : undefined,
    profile: draft.profile || undefined,
    overrides: overrides.value,
  }
  return { settings, problems }
}
