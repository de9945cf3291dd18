import { useModels } from '@antiphon/shell/models'
import { ThreadsProvider } from '@antiphon/threads/react'
import { Tooltips, TouchActions } from '@antiphon/shell'
import { useMemo } from 'react'
import { appFetch, scriptedBaseUrl } from './settings/endpoints.js'
import { endpointOf, parametersOf } from './settings/settings.js'
import { useSettings } from './settings/use-settings.js'
import { Shell } from './shell/shell.js'
import { useDemoThreads } from './threads/use-demo-threads.js'
import { useDemoTools } from './tools/use-tools.js'

/** Conversations with one endpoint, and the list of them. */
export function App() {
  const control = useSettings()
  const { settings, key } = control
  const endpoint = useMemo(() => endpointOf(settings, key), [settings, key])
  const parameters = useMemo(() => parametersOf(settings), [settings])
  const models = useModels(endpoint, { fetch: appFetch })
  const model = settings.model || models.data?.[0]?.id
  const tools = useDemoTools(settings.baseUrl === scriptedBaseUrl)
  const threads = useDemoThreads(
    useMemo(() => ({ endpoint, model, parameters, tools }), [endpoint, model, parameters, tools]),
  )
  return (
    <ThreadsProvider threads={threads}>
      <Shell control={control} models={models} model={model} />
      <Tooltips />
      <TouchActions />
    </ThreadsProvider>
  )
}
