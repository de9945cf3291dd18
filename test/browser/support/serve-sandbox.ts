import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const file = join(import.meta.dirname, '../../../apps/demo/public/sandbox.html')

/** Serves the page in which the demo runs code, because the tests draw the demo in a page of their own. */
export const serveSandbox = (): Plugin => ({
  name: 'antiphon-sandbox',
  configureServer: ({ middlewares }) =>
    void middlewares.use((req, res, next) => {
      if (!req.url?.endsWith('/sandbox.html')) return next()
      res.setHeader('content-type', 'text/html')
      res.end(readFileSync(file))
    }),
})
