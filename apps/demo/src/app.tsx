import { useModels } from '@antiphon/shell/models'
import { ThreadsProvider } from '@antiphon/threads/react'
import { Tooltips, TouchActions } from '@antiphon/shell'
import { lazy, Suspense, useMemo } from 'react'
import { appFetch, scriptedBaseUrl } from './settings/endpoints.js'
import { endpointOf, parametersOf } from './settings/settings.js'
import { useSettings, type SettingsControl } from './settings/use-settings.js'
import { Shell } from './shell/shell.js'
import { useKeeper } from './threads/keeping.js'
import { useDemoThreads } from './threads/use-demo-threads.js'
import { useDemoTools } from './tools/use-tools.js'

const ServerApp = lazy(() =>
  import('./threads/server-app.js').then((module) => ({ default: module.ServerApp })),
)

/** Conversations, and the list of them, wherever they are kept. */
export function App() {
  const control = useSettings()
  return (
    <>
      {useKeeper() === 'server' ? (
        <Suspense>
          <ServerApp own={control} />
        </Suspense>
      ) : (
        <BrowserApp control={control} />
      )}
      <Tooltips />
      <TouchActions />
    </>
  )
}

/** Conversations with one endpoint, kept in this browser. */
function BrowserApp({ control }: { control: SettingsControl }) {
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
      <Shell control={control} own={control} models={models} model={model} />
    </ThreadsProvider>
  )
}
