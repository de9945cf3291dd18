import { explainSilence, listProfiles } from '@antiphon/providers'
import { createEndpoint, createEndpointFetch, SCRIPTED_BASE_URL } from '@antiphon/endpoint'
import { endpointWires } from '@antiphon/wires/endpoint'
import { proxyBaseUrl } from './proxies.js'
import { words } from '../words/words.js'

/** Where the scripted endpoint is: on the server that serves this page, or, in a static build, in the page itself. */
export const scriptedBaseUrl = SCRIPTED_IN_PAGE ? SCRIPTED_BASE_URL : `${location.origin}/v1`

export const scriptedModel = 'antiphon-tour'

/**
 * The `fetch` of the whole app. In a static build it answers the scripted address itself; `?speed=8` in the address of
 * the page plays the scripts faster. Undefined: the browser's own.
 */
export const appFetch: typeof fetch | undefined = SCRIPTED_IN_PAGE
  ? createEndpointFetch(
      createEndpoint({
        wires: endpointWires,
        speed: Number(new URLSearchParams(location.search).get('speed') ?? 1),
      }),
    )
  : undefined

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

/** Presets in the order to show them: this app's own, its proxies, hosted ones. */
export function presetGroups(
  proxies: readonly string[],
): [own: readonly Preset[], byProxy: readonly Preset[], hosted: readonly Preset[]] {
  const own = { id: 'scripted', label: words.shell.scripted, baseUrl: scriptedBaseUrl, model: scriptedModel }
  const byProxy = proxies.map((name) => ({
    id: `proxy ${name}`,
    label: name,
    baseUrl: proxyBaseUrl(name),
    model: '',
  }))
  return [[own], byProxy, profiles.filter(({ needsKey }) => needsKey)]
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

/** Why a server gives no answer, in words beside a title that says so already. */
export async function causeOfSilence(baseUrl: string): Promise<string> {
  const { why, seen, fix } = await explainSilence(baseUrl, { fetch: appFetch, pageOrigin: location.origin })
  return why === 'not-allowed' ? `${seen} ${fix}` : fix
}
