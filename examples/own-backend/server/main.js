import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { compress } from 'hono/compress'
import { existsSync } from 'node:fs'
import { app } from './app.js'

// Before the first build there is none, and Vite serves the page.
if (existsSync('dist')) app.use(compress(), serveStatic({ root: './dist' }))
serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) }, ({ port }) =>
  console.log(`http://localhost:${port}`),
)
