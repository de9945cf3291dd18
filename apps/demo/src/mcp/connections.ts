import {
  mcpAppsExtension,
  promptsFromMcp,
  resourcesFromMcp,
  toolsFromMcp,
  type ToolFromMcp,
} from '@antiphon/mcp'
import { mcpApps } from '@antiphon/mcp/apps'
import {
  Client,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { demoTools } from '../tools/demo-tools.js'
import { framePage } from './frame-page.js'
import { createLoginProvider, waitForLogin, type LoginProvider } from './login.js'
import { getMcpView, setMcpView, type ServerState, type ConnectedServer } from './mcp-state.js'
import { forgetLogin, loadLogin } from './stored-login.js'
import { serverKey, storedServers, toolPrefix } from './stored-servers.js'
import type { McpServer } from './mcp-server.js'

/** Until a server must have answered, ms. */
const SILENT_MS = 30_000

interface Connection {
  /** The settings it was connected with. When they change, it connects again. */
  server: McpServer
  key: string | undefined
  state: ServerState
  stop: AbortController
  connected?: ConnectedServer
}

const connections = new Map<string, Connection>()
let toolsInView: readonly ToolFromMcp[] = []

/** Makes the connections what the stored list says. */
export function followServers(): void {
  const servers = storedServers.get()
  for (const [id, connection] of connections) {
    const now = servers.find((one) => one.id === id)
    const isSame = now && JSON.stringify(now) === JSON.stringify(connection.server)
    if (!isSame || serverKey(now) !== connection.key) end(id)
  }
  for (const server of servers) if (server.isOn && !connections.has(server.id)) void begin(server)
  publish()
}

/** Connects a server once more. */
export function reconnect(server: McpServer): void {
  end(server.id)
  void begin(server)
  publish()
}

/** Takes the person to the login of a server, and connects when they come back. */
export async function logIn(server: McpServer): Promise<void> {
  end(server.id)
  await begin(server, true)
}

export function logOut(server: McpServer): void {
  forgetLogin(server.id)
  reconnect(server)
}

function end(id: string): void {
  const connection = connections.get(id)
  connections.delete(id)
  connection?.stop.abort()
  void connection?.connected?.client.close().catch(() => {})
}

async function begin(server: McpServer, asksPerson = false): Promise<void> {
  const stop = new AbortController()
  const connection: Connection = { server, key: serverKey(server), state: { type: 'connecting' }, stop }
  connections.set(server.id, connection)
  const set = (state: ServerState): void => {
    connection.state = state
    if (!stop.signal.aborted) publish()
  }
  publish()
  const provider = createLoginProvider(server, {
    onNeeded: () => set({ type: 'login' }),
    mayAsk: asksPerson,
  })
  try {
    connection.connected = await connect(connection, provider, set)
    if (stop.signal.aborted) return void connection.connected.client.close().catch(() => {})
    // From here on a login that is worth nothing any more is only said.
    provider.mayAsk = false
    set({ type: 'connected' })
  } catch (error) {
    set(stateOf(error, connection.key !== undefined, asksPerson))
  }
}

async function connect(
  connection: Connection,
  provider: LoginProvider,
  set: (state: ServerState) => void,
): Promise<ConnectedServer> {
  const { server, stop } = connection
  const { signal } = stop
  let client: Client
  try {
    client = await open(connection, provider, 'auto')
  } catch (error) {
    if (signal.aborted) throw error
    if (provider.page) {
      // The person is sent to the login, and the code comes back to this page.
      const params = await waitForLogin(provider, signal, (page) =>
        set({ type: 'login', isWaiting: true, ...(page && { page }) }),
      )
      set({ type: 'connecting' })
      await provider.finish(params)
      client = await open(connection, provider, 'auto')
    } else if (error instanceof TypeError) {
      // An older server may let pages in, but not with the headers that ask for the newer protocol.
      client = await open(connection, provider, 'legacy')
    } else throw error
  }
  const connected: ConnectedServer = { server, client, tools: [], prompts: [], resources: [] }
  const host = new URL(server.url).host
  const limits = { timeout: SILENT_MS, signal }
  try {
    connected.tools = client.getServerCapabilities()?.tools
      ? await toolsFromMcp(client, {
          prefix: toolPrefix(server),
          taken: demoTools.map(({ name }) => name),
          elicitation: { from: host },
          ...limits,
          onToolsChanged(tools) {
            connected.tools = tools
            publish()
          },
        })
      : []
  } catch (error) {
    void client.close().catch(() => {})
    throw error
  }
  const { prompts, resources } = client.getServerCapabilities() ?? {}
  try {
    if (prompts)
      connected.prompts = await promptsFromMcp(client, {
        from: host,
        ...limits,
        onPromptsChanged(now) {
          connected.prompts = now
          publish()
        },
      })
    if (resources)
      connected.resources = await resourcesFromMcp(client, {
        ...limits,
        onResourcesChanged(now) {
          connected.resources = now
          publish()
        },
      })
  } catch (error) {
    // Its tools are of use without them.
    connected.problem = (error as Error).message
  }
  return connected
}

async function open(
  { server, key, stop }: Connection,
  provider: LoginProvider,
  mode: 'auto' | 'legacy',
): Promise<Client> {
  const client = new Client(
    { name: 'antiphon-demo', version: APP_VERSION },
    {
      capabilities: { elicitation: { form: {}, url: {} }, extensions: mcpAppsExtension },
      versionNegotiation: { mode },
    },
  )
  const hasLogin = provider.mayAsk || loadLogin(server).tokens !== undefined
  const transport = new StreamableHTTPClientTransport(new URL(server.url), {
    requestInit: { headers: { ...server.headers } },
    // Without a login that a person asked for, nobody is registered anywhere.
    authProvider: key === undefined && hasLogin ? provider : { token: async () => key },
  })
  provider.finish = (params) => transport.finishAuth(params)
  try {
    await client.connect(transport, { timeout: SILENT_MS, signal: stop.signal })
  } catch (error) {
    void client.close().catch(() => {})
    throw error
  }
  return client
}

function stateOf(error: unknown, hasKey: boolean, isLogin: boolean): ServerState {
  const said = (error instanceof Error ? error.message : String(error)).slice(0, 500)
  const inner = causeOf(error, (one) => one instanceof SdkHttpError || one instanceof UnauthorizedError)
  if (inner instanceof UnauthorizedError || (inner instanceof SdkHttpError && inner.status === 401))
    return { type: 'login', isRefused: hasKey }
  if (inner instanceof SdkHttpError) return { type: 'failed', reason: 'status', said: `HTTP ${inner.status}` }
  if (causeOf(error, (one) => one instanceof SdkError && one.code === SdkErrorCode.RequestTimeout))
    return { type: 'failed', reason: 'silent', said: `${SILENT_MS / 1000}` }
  if (causeOf(error, (one) => one instanceof TypeError))
    return { type: 'failed', reason: 'unreachable', said }
  // Servers reject a login with many kinds of errors, so any error left here during one is a login problem.
  if (isLogin) return { type: 'login', said }
  return { type: 'failed', reason: 'other', said }
}

/** The error itself, or what caused it, at any depth. */
function causeOf(error: unknown, is: (one: unknown) => boolean): unknown {
  for (let one = error, depth = 0; one !== undefined && one !== null && depth < 10; depth++) {
    if (is(one)) return one
    one = one instanceof Error ? one.cause : undefined
  }
  return undefined
}

function publish(): void {
  const servers = storedServers.get()
  const connected = servers.flatMap(({ id }) => {
    const connection = connections.get(id)
    return connection?.connected && connection.state.type === 'connected' ? [connection.connected] : []
  })
  const tools = connected.flatMap((one) => one.tools)
  // A new table starts the apps again, and new tools are new settings of every chat.
  const isSame = tools.length === toolsInView.length && tools.every((tool, at) => tool === toolsInView[at])
  if (!isSame) toolsInView = tools
  const states = servers.map(
    ({ id }) => [id, connections.get(id)?.state ?? { type: 'off' as const }] as const,
  )
  setMcpView({
    states: new Map(states),
    connected,
    tools: toolsInView,
    toolRenderers: isSame ? getMcpView().toolRenderers : mcpApps(tools, { framePage: framePage() }),
  })
}
