import { Button } from '@antiphon/ui'
import { useId } from 'react'
import { words } from '../words/words.js'
import type { ServerState, ConnectedServer } from './mcp-state.js'
import { loadLogin } from './stored-login.js'
import { removeServer, serverName, setServerOn } from './stored-servers.js'
import type { McpServer } from './mcp-server.js'

export interface ServerRowProps {
  server: McpServer
  state: ServerState
  connected: ConnectedServer | undefined
  onEdit: () => void
}

const said = words.mcp
const actions = () => import('./connections.js')

const dots: Readonly<Record<ServerState['type'], string>> = {
  off: 'bg-edge',
  connecting: 'bg-edge',
  connected: 'bg-success',
  login: 'bg-warn',
  failed: 'bg-danger',
}

/** One server: a switch, its state in words, and what can be done about it. */
export function ServerRow({ server, state, connected, onEdit }: ServerRowProps) {
  const id = useId()
  const name = serverName(server)
  const isWaiting = state.type === 'login' && state.isWaiting === true
  const hasLogin = loadLogin(server).tokens !== undefined
  const again = (): void => void actions().then(({ reconnect }) => reconnect(server))
  return (
    <div
      role="group"
      aria-labelledby={`${id}-name`}
      data-state={state.type}
      className="flex flex-col gap-2 rounded-block border border-edge px-3 py-2.5"
    >
      <div className="flex items-center gap-3">
        <span aria-hidden="true" className={`size-2 flex-none rounded-full ${dots[state.type]}`} />
        <span className="flex min-w-0 flex-1 flex-col">
          <b id={`${id}-name`} className="truncate text-row font-title">
            {name}
          </b>
          <span className="truncate text-data text-text-2">{server.url}</span>
        </span>
        <label className="flex min-h-6 items-center pointer-coarse:min-h-11">
          <input
            type="checkbox"
            className="size-4 appearance-auto accent-accent pointer-coarse:size-5"
            aria-label={said.on(name)}
            checked={server.isOn}
            onChange={(event) => setServerOn(server.id, event.target.checked)}
          />
        </label>
      </div>
      <output className="text-data wrap-anywhere text-text-2">{stateWords(state, connected)}</output>
      <div className="flex flex-wrap items-center gap-2">
        {state.type === 'login' && !isWaiting && !state.isRefused && (
          <Button
            variant="small"
            aria-label={said.loginOf(name)}
            onClick={() => void actions().then(({ logIn }) => logIn(server))}
          >
            {said.login}
          </Button>
        )}
        {state.type === 'login' && isWaiting && (
          <>
            {state.page !== undefined && (
              <a
                href={state.page}
                target="_blank"
                rel="noreferrer"
                className="text-data text-accent underline"
              >
                {said.loginPage}
              </a>
            )}
            <Button variant="small" onClick={again}>
              {said.stopLogin}
            </Button>
          </>
        )}
        {(state.type === 'failed' || (state.type === 'login' && !isWaiting)) && (
          <Button variant="small" aria-label={said.againOf(name)} onClick={again}>
            {said.again}
          </Button>
        )}
        {state.type === 'connected' && hasLogin && (
          <Button
            variant="small"
            aria-label={said.logoutOf(name)}
            onClick={() => void actions().then(({ logOut }) => logOut(server))}
          >
            {said.logout}
          </Button>
        )}
        <Button variant="small" aria-label={said.editOf(name)} onClick={onEdit}>
          {said.edit}
        </Button>
        <Button variant="small" aria-label={said.removeOf(name)} onClick={() => removeServer(server)}>
          {said.remove}
        </Button>
      </div>
    </div>
  )
}

function stateWords(state: ServerState, connected: ConnectedServer | undefined): string {
  if (state.type === 'connected') {
    const { tools = [], problem } = connected ?? {}
    const words = said.connected(tools.length)
    return problem === undefined ? words : `${words}. ${said.partsMissing(problem)}`
  }
  if (state.type === 'login') {
    if (state.isWaiting) return said.states.waiting
    if (state.isRefused) return said.states.keyRefused
    return state.said === undefined ? said.states.login : said.loginFailed(state.said)
  }
  if (state.type !== 'failed') return said.states[state.type]
  const { reason } = state
  if (reason === 'unreachable') return said.unreachable
  return said[reason === 'other' ? 'failed' : reason](state.said)
}
