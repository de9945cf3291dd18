import { resolveBaseUrl } from '@antiphon/core/connection'
import { readOverrides, toOverrideTexts, type OverrideTexts } from '../profile/override-texts.js'
import { checkBaseUrl, efforts, type Settings } from './settings.js'

/** The form: numbers are text while one types. */
export interface SettingsDraft {
  baseUrl: string
  model: string
  maxTokens: string
  temperature: string
  /** Empty: the server decides. */
  effort: string
  /** Empty: by address. */
  profile: string
  overrides: OverrideTexts
  system: string
}

/** What is wrong, by field, in the order of the form. */
export type SettingsProblems = Partial<Record<'baseUrl' | 'maxTokens' | 'temperature', string>> & {
  /** By path of the profile's field. */
  overrides?: Record<string, string>
}

export function toDraft(settings: Settings): SettingsDraft {
  const { maxTokens, temperature, effort = '', profile = '', overrides, ...rest } = settings
  return {
    ...rest,
    effort,
    profile,
    overrides: toOverrideTexts(overrides),
    maxTokens: maxTokens === undefined ? '' : String(maxTokens),
    temperature: temperature === undefined ? '' : String(temperature),
  }
}

export function readDraft(draft: SettingsDraft): { settings: Settings; problems: SettingsProblems } {
  const maxTokens = readNumber(draft.maxTokens)
  const temperature = readNumber(draft.temperature)
  const problems: SettingsProblems = {}
  const address = checkBaseUrl(draft.baseUrl)
  if (address) problems.baseUrl = address
  if (maxTokens !== undefined && !(Number.isInteger(maxTokens) && maxTokens >= 1))
    problems.maxTokens = 'A whole number of at least 1.'
  if (temperature !== undefined && !(temperature >= 0 && temperature <= 2))
    problems.temperature = 'A number from 0 to 2.'
  const read = readOverrides(draft.overrides)
  if (Object.keys(read.problems).length > 0) problems.overrides = read.problems
  const settings: Settings = {
    baseUrl: address ? draft.baseUrl.trim() : resolveBaseUrl(draft.baseUrl),
    model: draft.model.trim(),
    system: draft.system,
    maxTokens,
    temperature,
    effort: Object.hasOwn(efforts, draft.effort) ? (draft.effort as keyof typeof efforts) : undefined,
    profile: draft.profile || undefined,
    overrides: read.overrides,
  }
  return { settings, problems }
}

/** Empty is undefined; what is no number is NaN. A comma is taken for the decimal point it is meant to be. */
function readNumber(text: string): number | undefined {
  const trimmed = text.trim()
  return trimmed === '' ? undefined : Number(trimmed.replace(',', '.'))
}
