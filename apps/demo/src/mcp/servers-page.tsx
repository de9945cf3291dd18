import { Button } from '@antiphon/ui'
import { useState } from 'react'
import { useStoredValue } from '../stored-value.js'
import { words } from '../words/words.js'
import type { ServerState } from './mcp-state.js'
import { useMcp } from './use-mcp.js'
import { ServerForm } from './server-form.js'
import { ServerRow } from './server-row.js'
import { storedServers } from './stored-servers.js'
import type { McpServer } from './mcp-server.js'

const said = words.mcp
const off: ServerState = { type: 'off' }

/** The MCP servers: what each is doing, and a form to add or change one. It holds at once. */
export function ServersPage({ onTyped }: { onTyped: (isTyped: boolean) => void }) {
  const servers = useStoredValue(storedServers)
  const { states, connected } = useMcp()
  // Undefined: no form; null: for a new one.
  const [edited, setEdited] = useState<McpServer | null>()
  const close = (): void => {
    setEdited(undefined)
    onTyped(false)
  }
  return (
    <>
      <p className="text-row text-text-2">{said.hint}</p>
      {servers.length === 0 && edited === undefined && <p className="text-row">{said.none}</p>}
      {servers.length > 0 && (
        <ul role="list" aria-label={said.list} className="m-0 flex list-none flex-col gap-2 p-0">
          {servers.map((server) => (
            <li key={server.id}>
              {server.id === edited?.id ? (
                <ServerForm server={server} onTyped={onTyped} onDone={close} />
              ) : (
                <ServerRow
                  server={server}
                  state={states.get(server.id) ?? off}
                  connected={connected.find((one) => one.server.id === server.id)}
                  onEdit={() => setEdited(server)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {edited === null ? (
        <ServerForm onTyped={onTyped} onDone={close} />
      ) : (
        <div>
          <Button onClick={() => setEdited(null)}>{said.add}</Button>
        </div>
      )}
    </>
  )
}
