// Serves a built app: its files, or its own server in front of the scripted endpoint.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createEndpoint, allScenarios } from '@antiphon/endpoint'
import { serveEndpoint } from '@antiphon/endpoint/node'
import { preview } from 'vite'

/** The key that only an app's own server knows. */
export const KEY = 'sk-the-key-of-the-server'

/**
 * An endpoint whose model `qwen3`, which the examples ask for, gives the long answer. `apiKey` is wanted where an app has a server
 * that keeps one.
 */
export function serveModel(apiKey) {
  const long = allScenarios.find(({ id }) => id === 'long')
  return serveEndpoint(createEndpoint({ models: [{ ...long, id: 'qwen3' }], speed: 40, apiKey }))
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  return port
}

/** Gives the address of an app that is built in `folder`, and what ends its server. `env` is added to what its own server gets. */
export async function serveApp(app, folder, env = {}) {
  if (app.folder) {
    const server = await preview({
      root: folder,
      configFile: false,
      logLevel: 'error',
      build: { outDir: app.folder },
      preview: { port: 0, host: '127.0.0.1' },
    })
    return { url: server.resolvedUrls.local[0], said: () => '', close: () => server.close() }
  }
  const model = await serveModel(KEY)
  const port = await freePort()
  const [command, ...args] = app.start
  const file = command === 'node' ? process.execPath : join(folder, 'node_modules/.bin', command)
  const child = spawn(file, args, {
    cwd: folder,
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      LLM_URL: model.url,
      LLM_KEY: KEY,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data))
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${port}/`
  await answers(url, ended, () => said)
  return {
    url,
    said: () => said,
    async close() {
      child.kill()
      await ended
      await model.close()
    },
  }
}

async function answers(url, ended, said) {
  let over = false
  void ended.then(() => (over = true))
  const limit = Date.now() + 60_000
  for (;;) {
    try {
      if ((await fetch(url)).ok) return
    } catch {
      // Nobody listens yet.
    }
    if (over || Date.now() > limit) throw new Error(`The app's server does not answer. It said:\n${said()}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
