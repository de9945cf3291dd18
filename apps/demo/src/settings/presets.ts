import { listProfiles } from '@antiphon/providers'
import { scriptedBaseUrl, scriptedModel } from './endpoints.js'
import { proxyBaseUrl } from './proxies.js'
import { words } from '../words/words.js'

/** Values that choosing a preset puts into the form. */
export interface Preset {
  id: string
  label: string
  baseUrl: string
  model: string
}

/** Best known models of a server, shown under its name. An address would be cut there and say less. */
const FAMOUS: Readonly<Record<string, string>> = {
  openai: 'gpt, o-series',
  anthropic: 'claude',
  gemini: 'gemini, gemma',
  mistral: 'mistral, codestral',
  deepseek: 'deepseek',
  xai: 'grok',
}

/** The host of an address, which may have parts in braces. */
const hostOf = (baseUrl: string): string => baseUrl.replace(/^\w+:\/\//, '').replace(/\/.*$/, '')

/** The line under the name of a server: its models, otherwise its host. */
export const presetDetail = ({ id, baseUrl }: Preset): string => FAMOUS[id] ?? hostOf(baseUrl)

const profiles = listProfiles().flatMap(({ id, name, baseUrl, needsKey }) =>
  baseUrl ? [{ id, label: name, baseUrl, model: '', needsKey }] : [],
)

/** Servers on this machine, by their usual ports. */
export const localPresets: readonly Preset[] = profiles.filter(({ needsKey }) => !needsKey)

/** Whether what is typed is a part of the name or the host of a server. */
export const fits = ({ label, baseUrl }: Preset, typed: string): boolean =>
  `${label} ${hostOf(baseUrl)}`.toLowerCase().includes(typed.trim().toLowerCase())

/** The servers beside this app's own whose name or host has what is typed. */
export const searchPresets = (typed: string): readonly Preset[] =>
  profiles.filter((preset) => fits(preset, typed))

/** Presets in the order to show them: this app's own, its proxies, hosted ones. Only those that fit what is typed. */
export function presetGroups(
  proxies: readonly string[],
  typed: string,
): [own: readonly Preset[], byProxy: readonly Preset[], hosted: readonly Preset[]] {
  const own = { id: 'scripted', label: words.shell.scripted, baseUrl: scriptedBaseUrl, model: scriptedModel }
  const byProxy = proxies.map((name) => ({
    id: `proxy ${name}`,
    label: name,
    baseUrl: proxyBaseUrl(name),
    model: '',
  }))
  const known = (group: readonly Preset[]) => group.filter((preset) => fits(preset, typed))
  return [known([own]), known(byProxy), known(profiles.filter(({ needsKey }) => needsKey))]
}

/** Whether a server needs no key: this app's own, or one of this machine at its usual address. */
export function needsNoKey(baseUrl: string): boolean {
  return baseUrl === scriptedBaseUrl || localPresets.some((preset) => preset.baseUrl === baseUrl)
}

/** Name of a known server; undefined for any other address. */
export function presetName(baseUrl: string): string | undefined {
  if (baseUrl === scriptedBaseUrl) return words.shell.scripted
  return profiles.find((preset) => preset.baseUrl === baseUrl)?.label
}
