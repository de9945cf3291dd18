import type { ChatConfig } from '@antiphon/core'
import { useModels } from '@antiphon/shell/models'
import { createHttpStorage, createServerChat } from '@antiphon/server-client'
import { createThreadSessions, type ThreadSessions } from '@antiphon/threads'
import { ThreadsProvider } from '@antiphon/threads/react'
import { useEffect, useMemo, useState } from 'react'
import { endpointOf, parametersOf, serverSettings, type Settings } from '../settings/settings.js'
import type { SettingsControl } from '../settings/use-settings.js'
import { Shell } from '../shell/shell.js'
import { useDemoTools } from '../tools/use-tools.js'
import { forgetBegun } from '../chat/thread-trays.js'
import { serverModel, serverUrl as baseUrl } from './keeping.js'

type ServerConfig = Pick<ChatConfig, 'model' | 'parameters' | 'tools'>

function createThreads(config: ServerConfig): ThreadSessions {
  const storage = createHttpStorage({ baseUrl })
  let current = config
  const threads = createThreadSessions({
    storage,
    createChat: (threadId) => createServerChat({ baseUrl, threadId, ...current }),
  })
  storage.subscribe(({ threadId, type }) => {
    if (type === 'purged') forgetBegun(threadId)
  })
  return {
    ...threads,
    configure(next) {
      current = { ...current, ...next }
      threads.configure(next)
    },
  }
}

/** The app whose conversations are kept on the server of this page, which also answers. `own` are the settings of this browser. */
export function ServerApp({ own }: { own: SettingsControl }) {
  const [settings, setSettings] = useState<Settings>(() => ({ ...serverSettings, model: serverModel.get() }))
  const endpoint = useMemo(() => endpointOf(settings, undefined), [settings])
  const parameters = useMemo(() => parametersOf(settings), [settings])
  const models = useModels(endpoint)
  const { data: offered = [] } = models
  const model = offered.find(({ id }) => id === settings.model)?.id ?? offered[0]?.id
  const tools = useDemoTools(false)
  const [threads] = useState(() => createThreads({ parameters, tools }))
  useEffect(() => threads.configure({ model, parameters, tools }), [model, parameters, threads, tools])
  const control = useMemo<SettingsControl>(
    () => ({
      settings: { ...settings, system: own.settings.system },
      key: undefined,
      endpoints: [settings],
      keyOf: () => undefined,
      change(part) {
        if (part.model !== undefined) serverModel.set(part.model)
        setSettings((last) => ({ ...last, ...part }))
      },
      select() {},
      save() {},
      remove() {},
    }),
    [own.settings.system, settings],
  )
  return (
    <ThreadsProvider threads={threads}>
      <Shell control={control} own={own} models={models} model={model} />
    </ThreadsProvider>
  )
}
