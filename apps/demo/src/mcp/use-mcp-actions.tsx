import { useThreadSessions } from '@antiphon/threads/react'
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react'
import { AppIcon } from 'app-parts'
import type { Action } from '../shell/use-actions.js'
import { words } from '../words/words.js'
import { useMcp } from './use-mcp.js'
import type { Chosen } from './prompt-dialog.js'
import { serverName } from './stored-servers.js'

const PromptDialog = lazy(() =>
  import('./prompt-dialog.js').then((module) => ({ default: module.PromptDialog })),
)

/** Actions for the prompts and resources of the connected servers, and the dialog that one of them opens. */
export function useMcpActions(
  threadId: string,
  system: string,
): { actions: readonly Action[]; over: ReactNode } {
  const { connected } = useMcp()
  const sessions = useThreadSessions()
  const [chosen, setChosen] = useState<Chosen>()
  const [done, setDone] = useState('')
  const actions = useMemo(
    () =>
      connected.flatMap(({ server, prompts, resources }): Action[] => {
        const name = serverName(server)
        const choose = (next: Chosen) => (): void => {
          setDone('')
          setChosen(next)
        }
        return [
          ...prompts.map((prompt) => ({
            id: `mcp-prompt ${server.id} ${prompt.name}`,
            label: words.mcp.promptOf(prompt.title, name),
            group: words.mcp.list,
            icon: <AppIcon name="prompt" />,
            keywords: prompt.description,
            run: choose({ prompt }),
          })),
          ...resources.map((resource) => ({
            id: `mcp-resource ${server.id} ${resource.uri}`,
            label: words.mcp.resourceOf(resource.title, name),
            group: words.mcp.list,
            icon: <AppIcon name="folder" />,
            keywords: `${resource.uri} ${resource.description}`,
            run: choose({ resource }),
          })),
        ]
      }),
    [connected],
  )
  const chat = chosen && sessions.get(threadId)?.chat
  const over = (
    <>
      <p role="status" className="sr-only">
        {done}
      </p>
      {chosen && chat && (
        <Suspense>
          <PromptDialog
            chosen={chosen}
            target={{ threadId, chat, system }}
            onDone={(said = '') => {
              setChosen(undefined)
              setDone(said)
            }}
          />
        </Suspense>
      )}
    </>
  )
  return { actions, over }
}
