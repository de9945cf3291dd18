import { listProfiles } from '@antiphon/core/connection'
import { proxyBaseUrl } from '../endpoint/proxies.js'
import { scriptedBaseUrl, scriptedModel } from '../endpoint/scripted.js'

/** What choosing a preset puts into the form. */
export interface Preset {
  id: string
  label: string
  baseUrl: string
  model: string
}

const profiles = listProfiles().flatMap(({ id, name, baseUrl, needsKey }) =>
  baseUrl ? [{ id, label: name, baseUrl, model: '', needsKey }] : [],
)

/** Presets by group, in the order to show them: this app's own, its proxies, servers on this machine, hosted ones. */
export function presetGroups(
  proxies: readonly string[],
): readonly { label: string; presets: readonly Preset[] }[] {
  const own = { id: 'scripted', label: 'Scripted endpoint', baseUrl: scriptedBaseUrl, model: scriptedModel }
  const groups = [
    { label: 'This app', presets: [own] },
    {
      label: 'By the proxy of this app',
      presets: proxies.map((name) => ({
        id: `proxy ${name}`,
        label: name,
        baseUrl: proxyBaseUrl(name),
        model: '',
      })),
    },
    { label: 'On this machine', presets: profiles.filter(({ needsKey }) => !needsKey) },
    { label: 'Hosted', presets: profiles.filter(({ needsKey }) => needsKey) },
  ]
  return groups.filter(({ presets }) => presets.length > 0)
}
