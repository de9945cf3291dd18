import { createChatServer, type ChatServer, type AppServerOptions, type LoadedConfig } from '@antiphon/server'
import { createEndpoint } from '@antiphon/endpoint'
import { endpointWires } from '@antiphon/wires/endpoint'
import { getRequestListener } from '@hono/node-server'
import type { Keeper } from './keeper.js'

type MountedChat = NonNullable<AppServerOptions['chat']>

export interface DemoChat extends MountedChat {
  /** Begins, once the server is reached at this address, which ends in `/`. A second call does nothing. */
  start(url: string): void
  close(graceMs?: number): Promise<void>
}

/**
 * The chat server of the demo under `/api`. Its answers come from this very server: from the scripted endpoint under `/v1`, and through
 * the proxy, which adds the keys. Everybody is the same user, so it is for a server that this machine alone reaches.
 */
export function createDemoChat(keeper: Keeper, { upstreams }: LoadedConfig): DemoChat {
  const scripted = createEndpoint({ wires: endpointWires }).models.map(({ id }) => id)
  let chat: ChatServer | undefined
  const models = [...scripted, ...[...upstreams.values()].flatMap((one) => one.models)]
  const listener = getRequestListener(
    (request) => chat?.fetch(request) ?? new Response(null, { status: 503 }),
    { overrideGlobalObjects: false },
  )
  return {
    kept: keeper.kept,
    handle: (req, res) => void listener(req, res),
    start(url) {
      const { database, log } = keeper
      chat ??= createChatServer({
        database,
        ...(log && { log }),
        basePath: '/api',
        authorize: () => ({ id: 'me' }),
        upstreams: [
          { endpoint: { baseUrl: `${url}v1` }, models: scripted },
          ...[...upstreams.values()]
            .filter((one) => one.models.length > 0)
            .map((one) => ({ endpoint: { baseUrl: `${url}proxy/${one.name}/v1` }, models: one.models })),
        ],
        hooks: { error: (error) => console.error(error) },
        // A page asks it as it asks any endpoint, so its list of models works here too.
        routes: [
          {
            method: 'GET',
            path: '/models',
            handle: () =>
              Response.json({ object: 'list', data: models.map((id) => ({ id, object: 'model' })) }),
          },
        ],
      })
    },
    async close(graceMs) {
      await chat?.close(graceMs)
      await keeper.close()
    },
  }
}
