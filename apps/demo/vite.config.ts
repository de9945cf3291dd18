import type { AddressInfo } from 'node:net'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import {
  defaultClientConditions,
  defineConfig,
  type Connect,
  type HttpServer,
  type Logger,
  type Plugin,
} from 'vite'
import uiPackage from '@antiphon/ui/package.json' with { type: 'json' }
import { chunkGroups } from '../parts/chunk-groups.js'
import { brotli } from './build/brotli.js'
import { compileHints } from './build/compile-hints.js'
import { diagramPage } from './build/diagram-page.js'
import { firstPage } from './build/first-page.js'
import { offlineShell } from './build/offline-shell.js'
import { sessionsPage } from './build/sessions-page.js'

/** `ANTIPHON_SPEED=8` plays the scripts eight times as fast, `0` without any waiting. Default: real speed. */
async function scriptedEndpoint(): Promise<Connect.NextHandleFunction> {
  // Loaded here and not above, so that a static build needs nothing built first.
  const { createEndpoint } = await import('@antiphon/endpoint')
  const { createNodeHandler } = await import('@antiphon/endpoint/node')
  const { endpointWires } = await import('@antiphon/wires/endpoint')
  const speed = Number(process.env['ANTIPHON_SPEED'] ?? 1)
  const handle = createNodeHandler(createEndpoint({ wires: endpointWires, speed }))
  // Only below /v1: the path of a source file may have a folder of that name somewhere.
  return (req, res, next) => (/^\/v1(?:[/?]|$)/.test(req.url ?? '') ? handle(req, res, next) : next())
}

/** The proxy of the demo's own server, and its conversations in memory; `ANTIPHON_CONFIG` names its configuration file. */
async function demoServices(): Promise<Connect.NextHandleFunction> {
  const { createServices, defaultConfig, readConfig } = await import('@antiphon/server')
  const { createDemoChat } = await import('./server/chat.js')
  const { memoryKeeper } = await import('./server/keeper.js')
  const path = process.env['ANTIPHON_CONFIG']
  const loaded = path ? await readConfig(path) : defaultConfig()
  const chat = createDemoChat(memoryKeeper, loaded)
  const handle: typeof chat.handle = (req, res) => {
    // Only now is it known under which address the server is reached.
    chat.start(`http://${req.headers.host}/`)
    chat.handle(req, res)
  }
  const services = createServices(loaded, { ...chat, handle })
  return (req, res, next) => void (services(req, res) || next())
}

/** The policies of pages for frames, as `npm run serve` has them: opened by themselves they have no origin either. */
async function frameHeaders(): Promise<Connect.NextHandleFunction> {
  const { framePolicies } = await import('@antiphon/server')
  return (req, res, next) => {
    const policy = framePolicies[req.url?.split('?', 1)[0] ?? '']
    if (policy) res.setHeader('content-security-policy', policy)
    next()
  }
}

/** Adds the services of `npm run serve` to the development server: the proxy and the scripted endpoint. */
function serveOwnServices(): Plugin {
  const addTo = async (middlewares: Connect.Server): Promise<void> => {
    middlewares.use(await frameHeaders())
    middlewares.use(await demoServices())
    middlewares.use(await scriptedEndpoint())
  }
  return {
    name: 'antiphon-own-services',
    configureServer: ({ middlewares }) => addTo(middlewares),
    configurePreviewServer: ({ middlewares }) => addTo(middlewares),
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

// A built page may lie on any static host, where nobody answers under /v1: there the endpoint is in the page.
const isScriptedInPage = process.env['ANTIPHON_ENDPOINT'] !== 'server'

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  base: command === 'build' ? './' : '/',
  plugins: [
    react(),
    tailwindcss(),
    serveOwnServices(),
    printAddress(),
    diagramPage(),
    sessionsPage(),
    firstPage(isScriptedInPage),
    compileHints(),
    offlineShell(),
    // Tests build the page too, and do not wait for it.
    process.env['ANTIPHON_BROTLI'] ? brotli() : undefined,
  ],
  resolve: { conditions: ['antiphon-source', ...defaultClientConditions] },
  define: {
    APP_VERSION: JSON.stringify(uiPackage.version),
    SCRIPTED_IN_PAGE: JSON.stringify(command === 'build' && isScriptedInPage),
  },
  server: { port: 5173 },
  preview: { port: 5173 },
  // 4 is `Features.DirSelector` of lightningcss: for old browsers it would ask for the language in place of `:dir(rtl)`, and an English
  // page from right to left would have its signs from left to right.
  css: { lightningcss: { exclude: 4 } },
  build: {
    target: 'es2023',
    chunkSizeWarningLimit: 800,
    // Under the policy of the server a font is a file, also a small one of KaTeX.
    assetsInlineLimit: (file) => (/\.woff2?$|\.ttf$/.test(file) ? false : undefined),
    rolldownOptions: {
      output: { codeSplitting: { groups: chunkGroups } },
      // Code that is meant to come later and comes with the first file all the same, because something imports it there.
      onLog(level, log, handle) {
        if (log.code === 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(log.message)
        handle(level, log)
      },
    },
  },
}))
