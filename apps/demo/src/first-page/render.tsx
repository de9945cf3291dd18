import { createChat } from '@antiphon/core'
import { AntiphonRoot } from '@antiphon/ui'
import { MarkdownPlugins } from '@antiphon/ui/markdown'
import { createMemoryStorage, createThreadSessions } from '@antiphon/threads'
import { ThreadsProvider } from '@antiphon/threads/react'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import type { ModelsQuery } from '@antiphon/shell'
import { useSettings } from '../settings/use-settings.js'
import { Shell } from '../shell/shell.js'

/** The home page as the app draws it when it has just begun, for the media queries that `matchMedia` answers. */
export async function renderFirstPage(prefix: string): Promise<string> {
  const threadId = 'first'
  history.replaceState({ newThread: threadId }, '')
  const threads = createThreadSessions({
    storage: createMemoryStorage(),
    createChat: (id) => createChat({ threadId: id }),
    generateId: () => threadId,
  })
  threads.newId()
  const { saver } = threads.open(threadId)
  if (!saver.getState().isLoaded)
    await new Promise<void>((resolve) => saver.subscribe(() => saver.getState().isLoaded && resolve()))
  return renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <MarkdownPlugins value={[]}>
        <AntiphonRoot>
          <ThreadsProvider threads={threads}>
            <FirstShell />
          </ThreadsProvider>
        </AntiphonRoot>
      </MarkdownPlugins>
    </QueryClientProvider>,
    { identifierPrefix: prefix },
  )
}

function FirstShell() {
  const control = useSettings()
  const models: ModelsQuery = useQuery({ queryKey: ['models'], queryFn: () => [] })
  return <Shell control={control} own={control} models={models} model={control.settings.model} />
}
