import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { defaultConfig, readConfig, serveApp, type LoadedConfig } from '@antiphon/server'
import { createDemoChat, type DemoChat } from './chat.js'
import { openKeeper } from './keeper.js'

const usage = `npm run serve -- [--port 4173] [--host 127.0.0.1] [--config FILE] [--speed 1]`

/** For answers under way, when the server is told to end. */
const GRACE_MS = 5000

const KEEPS = 'Conversations can be kept on this server, for everybody on this machine as one user:'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const isOpen = (host: string): boolean => !/^(?:localhost$|127\.|::1$)/.test(host)

/** The chat server, unless everybody who reaches this server would read the same conversations, or there is nowhere to keep them. */
async function openChat(host: string, loaded: LoadedConfig): Promise<{ chat?: DemoChat; said: string }> {
  const { env } = process
  const isAsked = Boolean(env['ANTIPHON_DATA'] ?? env['ANTIPHON_DATABASE_URL'])
  try {
    if (isOpen(host)) throw new Error('It has no login, and would show them to everybody who reaches it.')
    const keeper = await openKeeper(env)
    return { chat: createDemoChat(keeper, loaded), said: `${KEEPS} ${keeper.place}` }
  } catch (error) {
    if (isAsked) throw error
    return { said: `This server keeps no conversations. ${(error as Error).message.replaceAll('\n', ' ')}` }
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      // Where the build puts the app, seen from where it puts this file.
      folder: { type: 'string', default: fileURLToPath(new URL('../app', import.meta.url)) },
      port: { type: 'string', default: '4173' },
      host: { type: 'string', default: '127.0.0.1' },
      config: { type: 'string' },
      speed: { type: 'string', default: '1' },
    },
  })
  const { folder, host, config } = values
  const port = Number(values.port)
  const speed = Number(values.speed)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`--port is ${values.port}, and takes 0 to 65535.`)
  if (!(speed >= 0)) throw new Error(`--speed is ${values.speed}, and takes a number from 0 on.`)

  const loaded = config === undefined ? defaultConfig() : await readConfig(config)
  const { chat, said } = await openChat(host, loaded)
  const server = await serveApp({ folder, loaded, port, host, speed, ...(chat && { chat }) }).catch(
    async (error: NodeJS.ErrnoException) => {
      await chat?.close()
      if (error.code !== 'EADDRINUSE') throw error
      throw new Error(`Port ${port} is taken. Choose another one with --port.`)
    },
  )
  chat?.start(server.url)
  // A line of its own and without colours, for scripts that wait for it.
  say(`Antiphon demo: ${server.url.replace('//127.0.0.1:', '//localhost:')}`)
  const names = [...loaded.upstreams.keys()]
  if (names.length > 0) say(`Proxy for: ${names.join(', ')}`)
  say(said)
  const open = isOpen(host)
  if (open && loaded.config.hosts.length === 0)
    say(
      'It listens beyond this machine, and answers for localhost and its address only. List its names under "hosts" in the configuration.',
    )
  if (open && names.length > 0)
    say(
      'Everybody who reaches it can use the keys of its upstreams. Put something in front that asks who they are.',
    )
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      const closed = chat?.close(GRACE_MS) ?? Promise.resolve()
      void closed.then(() => server.close())
    })
}

main().catch((error: unknown) => {
  console.error(`${(error as Error).message}\n\n${usage}`)
  process.exitCode = 1
})
