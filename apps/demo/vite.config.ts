import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { AddressInfo } from 'node:net'
import {
  defaultClientConditions,
  defineConfig,
  type Connect,
  type HttpServer,
  type Logger,
  type Plugin,
} from 'vite'

/** `ANTIPHON_SPEED=8` plays the scripts eight times as fast, `0` without any waiting. Default: real speed. */
async function scriptedEndpoint(): Promise<Connect.NextHandleFunction> {
  // Loaded here and not above, so that a static build needs nothing built first.
  const { createEndpoint } = await import('@antiphon/endpoint')
  const { createNodeHandler } = await import('@antiphon/endpoint/node')
  const handle = createNodeHandler(createEndpoint({ speed: Number(process.env['ANTIPHON_SPEED'] ?? 1) }))
  // Only below /v1: the path of a source file may have a folder of that name somewhere.
  return (req, res, next) => (/^\/v1(?:[/?]|$)/.test(req.url ?? '') ? handle(req, res, next) : next())
}

/** The scripted endpoint under `/v1` of the server that serves the page. */
function serveScriptedEndpoint(): Plugin {
  return {
    name: 'antiphon-scripted-endpoint',
    async configureServer({ middlewares }) {
      middlewares.use(await scriptedEndpoint())
    },
    async configurePreviewServer({ middlewares }) {
      middlewares.use(await scriptedEndpoint())
    },
  }
}

/** Says where the app is, on a line of its own and without colours, for scripts that wait for it. */
function printAddress(): Plugin {
  const print = (server: HttpServer | null | undefined, logger: Logger): void => {
    server?.once('listening', () => {
      const { port } = server.address() as AddressInfo
      logger.info(`Antiphon demo: http://localhost:${port}/`)
    })
  }
  return {
    name: 'antiphon-address',
    configureServer: ({ httpServer, config }) => print(httpServer, config.logger),
    configurePreviewServer: ({ httpServer, config }) => print(httpServer, config.logger),
  }
}

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  base: command === 'build' ? './' : '/',
  plugins: [react(), tailwindcss(), serveScriptedEndpoint(), printAddress()],
  resolve: { conditions: ['antiphon-source', ...defaultClientConditions] },
  define: {
    // A built page may lie on any static host, where nobody answers under /v1: there the endpoint is in the page.
    SCRIPTED_IN_PAGE: JSON.stringify(command === 'build' && process.env['ANTIPHON_ENDPOINT'] !== 'server'),
  },
  server: { port: 5173 },
  preview: { port: 5173 },
  build: { target: 'es2023', chunkSizeWarningLimit: 800 },
}))
