import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const workbench = join(import.meta.dirname, '../../workbench')
const PATH = '/sessions/index.html'

/** The page of sessions on the development server. Builds have it from the workbench's own configuration. */
export function sessionsPage(): Plugin {
  return {
    name: 'antiphon-sessions-page',
    configureServer: ({ middlewares, transformIndexHtml }) =>
      void middlewares.use((req, res, next) => {
        if (req.url?.split('?', 1)[0] !== PATH) return next()
        readFile(join(workbench, 'index.html'), 'utf8')
          .then((html) =>
            html.replaceAll(
              /(src|href)="(\.{1,2}\/[^"]+)"/g,
              (_, name, path) => `${name}="/@fs${join(workbench, path)}"`,
            ),
          )
          .then((html) => transformIndexHtml(PATH, html))
          .then((html) => {
            res.setHeader('content-type', 'text/html; charset=utf-8')
            res.end(html)
          }, next)
      }),
  }
}
